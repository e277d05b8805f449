/// `/_emulator/tls`: what a client needs in order to trust the emulator.
struct TLSControl: Sendable {
    let state: EmulatorState

    /// The authority's certificate, as a trust store reads it.
    func authority() throws -> Answer {
        guard let authority = state.certificates?.authority else {
            throw ControlRefusal.notFound("tls_off", "The emulator was started without --tls.")
        }
        return Answer(
            headers: [("Content-Type", "application/x-pem-file"), ("Cache-Control", "no-store")],
            body: Array(try authority.pem.utf8))
    }
}
