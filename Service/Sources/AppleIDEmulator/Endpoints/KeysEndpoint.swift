import JSONWebTokens

/// `GET /auth/keys`: the published half of the key ring; the same keys sign tokens and notifications at Apple.
struct KeysEndpoint: Sendable {
    let state: EmulatorState

    func answer() -> Answer {
        let keys = state.read { $0.keyRing.published }
        return Answer(headers: [("Content-Type", "application/json;charset=UTF-8")], body: keys.json())
    }
}
