/// An error of the emulator itself, not of a request.
enum EmulatorFault: Error {
    case noSigningKey
    case noKeyInRandomBytes
}
