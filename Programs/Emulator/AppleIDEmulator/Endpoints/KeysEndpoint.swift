import JSONWebTokens

/// `GET /auth/keys`: the published keys of the ring. As at Apple, the same keys sign tokens and notifications.
struct KeysEndpoint: Sendable {
    let state: EmulatorState

    func answer() -> Answer {
        let (keys, age) = state.note { world in
            world.keyAnswers += 1
            let isOldEdge = world.switches.keyEdgesDisagree && world.keyAnswers.isMultiple(of: 2)
            let turn = world.switches.keyOrderShuffled ? world.keyAnswers : 0
            return (
                world.keyRing.published(
                    withoutNewest: isOldEdge, onlySigning: world.switches.signingKeyOnly, startingAt: turn),
                world.switches.keysMaxAge
            )
        }
        return .document(keys.json(), maxAge: age)
    }
}
