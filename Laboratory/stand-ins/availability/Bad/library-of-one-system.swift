// Reported by: call-of-one-system
// Apple's systems, Musl, Android and Windows do not have Glibc.
import Glibc
