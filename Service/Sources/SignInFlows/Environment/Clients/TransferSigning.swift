import SignInWithApple

/// Which team's key signs the client secrets of an app that moves from one team to another.
///
/// Only Apple knows the second of the acceptance. It checks the client before the grant, so a secret that it refuses uses
/// up no code (Documentation/emulator-fidelity.md, "Transfer to another team"), and the other team's key can be tried.
enum TransferSigning {
    /// The teams whose keys may sign, in the order of the tries. Outside of a move, there is one.
    ///
    /// - Parameter accepted: the team whose secret Apple accepted last for this client, if that was a moment ago.
    static func order(_ state: TransferState, accepted: TransferSide?) -> [TransferSide] {
        guard state.isUncertain else { return [state.side] }
        let first = accepted ?? state.side
        return [first, first == .giver ? .recipient : .giver]
    }

    /// Whether Apple's answer may only be due to the team that signed. Every other refusal is about the code or the token,
    /// which must not be sent twice.
    static func triesNext(after failure: AppleCallFailure) -> Bool {
        guard case .refused(let refusal) = failure else { return false }
        return refusal.code == TokenEndpointError.invalidClient
    }
}
