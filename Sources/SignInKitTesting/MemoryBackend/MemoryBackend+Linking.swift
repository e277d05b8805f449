public import Foundation
import SignInAPI
public import SignInKit

extension MemoryBackend {
    /// Who is asked before an account is made.
    public enum Asking: Sendable, Equatable {
        /// Nobody.
        case never
        /// Everybody who is unknown. The question says whether the address is hidden.
        case everybodyUnknown(isAddressHidden: Bool)
    }

    /// Decides who is asked from now on.
    public func ask(_ asking: Asking) { self.asking = asking }

    /// What was begun and not finished.
    struct Links {
        struct Target {
            var account: String
            var isUpgrade: Bool
        }

        var tickets = 0
        var byTicket: [LinkTicket: String] = [:]
        var byAttempt: [Secret: Target] = [:]
        /// The replies to links. A reply that was lost is sent again.
        var replies: [Secret: SignInReply] = [:]
        var questions: [Secret: PendingSignIn] = [:]
        /// The number of replies that will be lost.
        var lost = 0
    }

    private static let questionSeconds: Double = 600
}

extension MemoryBackend: LinkingBackend {
    /// Opens an attempt that leads to the account of a ticket or of a session.
    public func openAttempt(at now: Date, linking target: LinkTarget) async throws -> SignInAttempt {
        let (account, isUpgrade): (String, Bool)
        switch target {
        case .ticket(let ticket): (account, isUpgrade) = (try take(ticket), false)
        case .session(let session): (account, isUpgrade) = (try owner(of: session).id, false)
        case .upgrade(let session): (account, isUpgrade) = (try owner(of: session).id, true)
        }
        let attempt = SignInAttempt.random(at: now)
        links.byAttempt[attempt.id] = Links.Target(account: account, isUpgrade: isUpgrade)
        return attempt
    }

    /// Returns a session, or a question to somebody who is unknown.
    public func signInOrAsk(_ signIn: PendingSignIn) async throws -> SignInReply {
        if let target = links.byAttempt[signIn.attempt], owners[signIn.appleUser] == nil {
            owners[signIn.appleUser] = target.account
        }
        guard case .everybodyUnknown(let isHidden) = asking, owners[signIn.appleUser] == nil else {
            return .session(try await self.signIn(signIn))
        }
        try failIfTold()
        signIns.append(signIn)
        return .question(question(about: signIn, isAddressHidden: isHidden, merge: nil))
    }

    /// Adds Apple's identity to the account, and ends the session that began the link. If Apple's identity has another
    /// account, the question is whether to merge.
    public func link(_ signIn: PendingSignIn, to session: BackendSession) async throws -> SignInReply {
        if let reply = links.replies[signIn.attempt] {
            try failIfTold()
            return reply
        }
        let account = try owner(of: session)
        signIns.append(signIn)
        guard let target = links.byAttempt[signIn.attempt], target.account == account.id else {
            throw SignInFailure.refused(code: "link_proof_required", requestID: "")
        }
        if let other = owners[signIn.appleUser].flatMap(self.account), other.id != account.id {
            let merge = MergePreview(account: other, identities: owners.values.count { $0 == other.id })
            return .question(question(about: signIn, isAddressHidden: false, merge: merge))
        }
        owners[signIn.appleUser] = account.id
        if target.isUpgrade { removePasswords(of: account.id) }
        live[id(of: session)] = nil
        let reply = SignInReply.session(begin(owner: signIn.appleUser, name: signIn.name))
        links.replies[signIn.attempt] = reply
        if links.lost > 0 {
            links.lost -= 1
            throw SignInFailure.unreachable(retryAfter: nil)
        }
        return reply
    }

    /// Takes the answer to a question once.
    public func answer(
        _ choice: AccountAnswer, to question: OpenQuestion, as session: BackendSession?
    ) async throws -> AnswerReply {
        try failIfTold()
        guard let signIn = links.questions[question.id] else {
            throw SignInFailure.refused(code: "question_over", requestID: "")
        }
        switch choice {
        case .new: break
        case .ticket(let ticket): owners[signIn.appleUser] = try take(ticket)
        case .session:
            owners[signIn.appleUser] = try session.map { try owner(of: $0).id }
        case .merge:
            guard let session else { throw SignInFailure.notSignedIn }
            return .account(try merge(signIn, into: try owner(of: session), question.id))
        }
        links.questions[question.id] = nil
        return .session(begin(owner: signIn.appleUser, name: signIn.name))
    }

    /// Returns the Apple Accounts that lead to the account.
    public func identities(_ session: BackendSession) async throws -> [SignInIdentity] {
        let account = try owner(of: session)
        let ways = owners.filter { $0.value == account.id }.keys.sorted()
        return ways.filter { passwords[$0] == nil }.map {
            SignInIdentity(id: $0, issuer: SignInIdentity.apple, canUnlink: ways.count > 1)
        }
    }

    /// Removes an Apple Account, unless it is the last way to sign in.
    public func unlink(_ identity: SignInIdentity.ID, _ session: BackendSession) async throws {
        let account = try owner(of: session)
        guard owners[identity] == account.id else {
            throw SignInFailure.refused(code: "identity_unknown", requestID: "")
        }
        guard owners.values.count(where: { $0 == account.id }) > 1 else {
            throw SignInFailure.refused(code: "last_way_in", requestID: "")
        }
        owners[identity] = nil
    }

    private func take(_ ticket: LinkTicket) throws -> String {
        try failIfTold()
        guard let account = links.byTicket.removeValue(forKey: ticket) else {
            throw SignInFailure.refused(code: "link_ticket_invalid", requestID: "")
        }
        return account
    }

    private func question(
        about signIn: PendingSignIn, isAddressHidden: Bool, merge: MergePreview?
    ) -> OpenQuestion {
        let id = Secret("question of " + signIn.attempt.exposed)
        links.questions[id] = signIn
        return OpenQuestion(
            id: id, expiresAt: now().addingTimeInterval(Self.questionSeconds), isAddressHidden: isAddressHidden,
            merge: merge)
    }

    private func merge(_ signIn: PendingSignIn, into kept: SignInAccount, _ question: Secret) throws -> SignInAccount {
        guard let other = owners[signIn.appleUser], other != kept.id else {
            throw SignInFailure.refused(code: "question_over", requestID: "")
        }
        links.questions[question] = nil
        owners = owners.mapValues { $0 == other ? kept.id : $0 }
        remove(other)
        if links.byAttempt[signIn.attempt]?.isUpgrade == true { removePasswords(of: kept.id) }
        return kept
    }

    private func removePasswords(of account: String) {
        for (name, owner) in owners where owner == account && passwords[name] != nil {
            owners[name] = nil
            passwords[name] = nil
        }
    }
}
