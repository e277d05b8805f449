/// Everything that says who sends a request.
struct RequestAuthenticators: Sendable {
    let sessions: SessionAuthenticator
    let services: ServiceAuthenticator
    let ownOrigin: OwnOrigin
}
