import AccountStorage
import SignInWithApple

/// Which team's key signs the client secrets of an app that moves from one team to another.
///
/// Only Apple knows the second of the acceptance. It checks the client before the grant, so a secret that it refuses uses
/// up no code (Documentation/emulator-fidelity.md, "Transfer to another team"), and the other team's key can be tried.
enum TransferSigning {
    /// The teams whose keys may sign, in the order of the tries. Outside of a move, there is one.
    ///
    /// - Parameters:
    ///   - accepted: the team whose secret Apple accepted last for this client, if that was a moment ago.
    ///   - redeemsCode: whether the call is about a code of a sign-in, and not about a token.
    static func order(_ state: TransferState, accepted: TransferSide?, redeemsCode: Bool) -> [TransferSide] {
        // The acceptance may come before anybody has exported. A token is asked about with its own team's key then, because a
        // refusal by a planned transfer's other team would count (``RestingTokens``).
        guard state.isUncertain || redeemsCode && state == .planned else { return [state.side] }
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
