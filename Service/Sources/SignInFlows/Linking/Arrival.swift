import AccountStorage
import Foundation
import SignInWithApple

/// Somebody whose identity is proven: by a token just verified, or by a proof that waited for an answer.
struct Arrival: Sendable {
    let identity: IdentityID
    let issuer: String
    let teamID: String
    let subject: String
    let facts: SignedFacts
    let client: RegisteredClient
    /// When Apple issued the token that proved them.
    let provenAt: Date

    init(_ person: ProvenPerson) {
        let token = person.token
        identity = person.identity
        issuer = token.issuer
        teamID = person.open.client.team.teamID.rawValue
        subject = token.subject.rawValue
        facts = SignedFacts(
            email: token.email.map {
                SignedAddress(address: $0.address, isVerified: $0.isVerified, isPrivate: $0.isPrivate)
            },
            signal: token.realUserStatus.flatMap { RealPersonSignal(rawValue: $0.rawValue) })
        client = person.open.client
        provenAt = token.issuedAt
    }

    /// Nil when what the token said cannot be opened.
    init?(_ proof: LinkProof, client: RegisteredClient, vault: TokenVault) {
        guard let facts = vault.openProof(proof.sealedFacts, identity: proof.identityID)?.facts else { return nil }
        identity = proof.identityID
        issuer = proof.issuer
        teamID = proof.teamID
        subject = proof.subject
        self.facts = facts
        self.client = client
        provenAt = proof.provenAt
    }

    /// A directory entry for them.
    func newIdentity(of account: AccountID, at now: Date) -> AppleIdentity {
        AppleIdentity(
            id: identity, accountID: account, issuer: issuer, teamID: teamID, subject: subject, createdAt: now)
    }
}

/// Reads what ``AccountMatch`` needs inside a transaction, and decides. Both transactions of both flows use it.
struct AccountMatchReading: Sendable {
    let arrival: Arrival
    /// The account to be linked, and on whose word; nil in a plain sign-in.
    let link: AccountLink?
    /// The attempt that links; nil where the link was begun by no attempt of its own.
    let attempt: AttemptID?
    /// The session under which the answer came, if it came under one.
    let presented: SessionID?
    /// Whether somebody unknown is asked before an account is made.
    let asksFirst: Bool
    /// Whether the client can put a question to the person.
    let canAsk: Bool
    /// Whether the account loses its password once the identity leads to it.
    let removesPassword: Bool
    /// Where the browser goes once the question is answered.
    let returnTarget: String?
    let limits: SessionLimits
    let now: Date

    init(
        _ arrival: Arrival, link: AccountLink?, attempt: AttemptID? = nil, presented: SessionID?, canAsk: Bool,
        removesPassword: Bool = false, returnTarget: String? = nil, environment: SignInEnvironment
    ) {
        self.arrival = arrival
        self.link = link
        self.attempt = attempt
        self.presented = presented
        self.canAsk = canAsk
        self.removesPassword = removesPassword
        asksFirst =
            canAsk && environment.policy.question.asks(isAddressHidden: arrival.facts.isAddressHidden)
        self.returnTarget = returnTarget
        limits = SessionLimits(policy: environment.policy)
        now = environment.instant
    }

    /// Whether the decision may leave a question behind.
    var mayAsk: Bool { asksFirst || canAsk && link?.session != nil }

    /// Whether a claimed attempt to link still counts. What changed the account's ways in meanwhile has ended it, while
    /// Apple was asked for instance (``PendingLinks``).
    func isLinkPending(in transaction: any AccountTransaction) throws(StorageFailure) -> Bool {
        guard link != nil, let attempt else { return true }
        return try transaction.findAttempt(attempt)?.state == .claimed
    }

    func decide(in transaction: any AccountTransaction) throws(StorageFailure) -> AccountMatch {
        let identity = try transaction.findIdentity(arrival.identity)
        let own = try identity.map { known throws(StorageFailure) in
            try standing(transaction.findAccount(known.accountID))
        }
        return AccountMatch.decide(
            isProviderOn: arrival.client.team.isSignInOn, own: own, wish: try wish(in: transaction),
            asksFirst: asksFirst)
    }

    private func standing(_ account: Account?) -> AccountMatch.Standing {
        guard let account else { return .missing }
        return account.disabledAt == nil ? .open(account) : .disabled(account.disabledReason)
    }

    private func wish(in transaction: any AccountTransaction) throws(StorageFailure) -> AccountMatch.Wish {
        switch link {
        case nil: return .signIn
        case .external(let externalID):
            let account = try transaction.findAccount(externalID: externalID)
            return .link(to: account.map(standing), .ticket)
        case .session(let id, let accountID):
            let session = try transaction.findSession(id)
            let isLive = session.map { $0.accountID == accountID && limits.refusal($0, at: now) == nil } ?? false
            let proof: AccountMatch.Proof = canAsk ? .session : .ticket
            return .link(
                to: standing(try transaction.findAccount(accountID)), isLive && presented == id ? proof : .none)
        }
    }
}
