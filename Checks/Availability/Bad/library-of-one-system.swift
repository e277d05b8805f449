// Reported by: call-of-one-system
// Neither Apple's systems nor Musl, Android or Windows have Glibc.
import Glibc
