import AccountStorage
import SignInWithApple

/// A call to Apple for a client that may belong to one of two teams.
struct TransferCall: Sendable {
    let client: RegisteredClient
    /// How far the client's transfer to another team is; nil if it stays.
    let state: TransferState?
    let environment: SignInEnvironment
    /// Whether the call is about a code of a sign-in, and not about a token.
    var redeemsCode = false

    /// Whether Apple may know the client as the other team's.
    var mayHaveMoved: Bool { state.map { $0.isUncertain || $0.side == .recipient } ?? false }

    /// Makes the call with the key of the client's team. While the client moves, it is made once more with the other
    /// team's key if Apple refuses the client.
    func send<Reply: Sendable>(
        _ call: (AppleClient) async throws(AppleCallFailure) -> Reply
    ) async -> Result<Reply, AppleCallFailure> {
        guard let transfer = client.transfer, let state else { return await result(call, client.team) }
        let accepted = transfer.acceptedSide(for: client.id, at: environment.instant)
        let sides = TransferSigning.order(state, accepted: accepted, redeemsCode: redeemsCode)
        let order = sides.compactMap { side in transfer.team(side).map { (side: side, team: $0) } }
        for (place, choice) in order.enumerated() {
            let reply = await result(call, choice.team)
            if case .failure(let failure) = reply, TransferSigning.triesNext(after: failure) {
                guard place == order.count - 1 else { continue }
                return reply
            }
            if reply.isAnswered { transfer.noteAcceptance(of: choice.side, for: client.id, at: environment.instant) }
            if place > 0 { await note(transfer) }
            return reply
        }
        return await result(call, client.team)
    }

    /// Tells the operator that the other team's key was needed. A count that cannot be stored is in the log and the metrics
    /// only, and fails no call.
    private func note(_ transfer: RegisteredTransfer) async {
        environment.report(.otherTeamTried(client: client.name, transfer: transfer.name))
        let (client, now) = (client, environment.instant)
        _ = try? await environment.write { records in
            try OtherTeamTries.add(of: client, in: transfer, at: now, to: records)
        }
    }

    private func result<Reply: Sendable>(
        _ call: (AppleClient) async throws(AppleCallFailure) -> Reply, _ team: RegisteredTeam
    ) async -> Result<Reply, AppleCallFailure> {
        do throws(AppleCallFailure) {
            return .success(try await call(team.apple))
        } catch {
            return .failure(error)
        }
    }
}

extension Result where Failure == AppleCallFailure {
    /// Whether Apple judged the request.
    fileprivate var isAnswered: Bool {
        switch self {
        case .success, .failure(.refused): true
        case .failure: false
        }
    }
}
