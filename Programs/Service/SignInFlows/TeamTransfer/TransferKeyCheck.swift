package import SignInWithApple

/// What Apple says about the key of one of the teams, asked for one access token. It moves nobody.
package enum TransferKeyCheck: Sendable, Equatable {
    /// The team is another company's, so its key is not here.
    case elsewhere
    /// Apple gave a token.
    case accepted
    /// Apple gave none, for this reason.
    case failed(AppleCallFailure)

    /// Asks about the keys of both teams, the giver's first.
    package static func both(of transfer: RegisteredTransfer) async -> [TransferKeyCheck] {
        [await check(transfer.giver, transfer), await check(transfer.recipient, transfer)]
    }

    /// Asks about the key of the team that gets the app. Apple accepts it once that team has the app.
    static func recipient(of transfer: RegisteredTransfer) async -> TransferKeyCheck {
        await check(transfer.recipient, transfer)
    }

    private static func check(_ team: RegisteredTeam?, _ transfer: RegisteredTransfer) async -> TransferKeyCheck {
        guard let team, let client = transfer.clients.first else { return .elsewhere }
        do throws(AppleCallFailure) {
            try await TeamTransfer(team.apple, of: client).checkCredentials()
            return .accepted
        } catch {
            return .failed(error)
        }
    }
}
