/// The checks that determine who sent a request.
struct RequestAuthenticators: Sendable {
    let sessions: SessionAuthenticator
    let services: ServiceAuthenticator
    let ownOrigin: OwnOrigin
    let scriptPages: ScriptPages
}
