/// Something is wrong with the emulator itself, not with a request.
enum EmulatorFault: Error {
    case noSigningKey
}
