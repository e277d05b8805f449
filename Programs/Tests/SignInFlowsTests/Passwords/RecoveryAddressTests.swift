import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Two people whose addresses are both login names of one account. Proof decides who keeps access, never the order of
/// events.
///
/// Each script is one of the five pre-hijacking attacks (Sudhodanan and Paverd, USENIX Security 2022). It runs for
/// every mix of proven and unproven addresses, with the requests and redemptions of both people in every order.
@Suite struct RecoveryAddressTests {
    static let ann = "ann@example.com"
    static let mallory = "mallory@evil.example"

    /// How the first holder of the account tries to keep access.
    enum Script: String, CaseIterable, Sendable {
        case password, session, identity, begunLink, unverifiedIdentity
    }

    /// Which of the two addresses are the account's own and proven.
    struct Mix: Sendable, CustomTestStringConvertible {
        /// The account's own address.
        let primary: String?
        let proven: String?

        var testDescription: String { "own address \(primary ?? "none"), proven \(proven ?? "none")" }
    }

    static let mixes = [nil, ann, mallory].flatMap { primary in
        [nil, ann, mallory].map { Mix(primary: primary, proven: $0) }
    }

    /// Every order in which two people request (capital letters) and redeem, and each person alone.
    static let orders = ["AaMm", "AMam", "AMma", "MAam", "MAma", "MmAa", "Aa", "Mm"]

    @Test(arguments: mixes, orders)
    func `who ends inside is decided by proof, in any order`(_ mix: Mix, _ order: String) async throws {
        for script in Script.allCases {
            let play = try await Play(script, mix)
            let owner = play.owner
            let mailed = try await play.recover(in: order)
            let comment: Comment = "\(script.rawValue), \(mix.testDescription), \(order)"
            #expect(mailed.subtracting([owner]).isEmpty, comment)
            let hasOwnerActed = order.contains(owner == Self.ann ? "a" : "m")
            #expect(mailed.contains(owner) == hasOwnerActed, comment)
            switch (hasOwnerActed, mix.proven == nil) {
            case (true, true): try await play.expectOthersOutside(comment)
            case (true, false): try await play.expectRecovered(comment)
            case (false, _): try await play.expectNothingChanged(comment)
            }
        }
    }

    @Test(arguments: ["AaMm", "AMam", "AMma", "MAam", "MAma", "MmAa"])
    func `of two who proved their addresses either may reset, and nobody is put out`(_ order: String) async throws {
        let world = try World.withPasswords()
        let account = try await world.importPerson(provenNames: [Self.ann, Self.mallory], others: [Self.mallory])
        _ = try await world.link(.ben, to: world.signIn())
        for address in try await world.recover(in: order) {
            let told = address.told.filter { $0.text.contains("has a new password") }
            #expect(Set(told.map(\.to)) == [Self.ann, Self.mallory])
            #expect(told.allSatisfy { $0.text.contains("One Apple Account can also be used to sign in.") })
        }
        #expect(try await world.account(of: .ben)?.id == account.id)
        let names = try await world.read { tx throws(StorageFailure) in try tx.findLoginNames(of: account.id) }
        #expect(names.count == 2 && names.allSatisfy { $0.provenAt != nil })
    }

    @Test func `a verified address that nobody types has the mail for a name that somebody else may have`() async throws
    {
        let world = try World.withPasswords()
        try await world.importPerson("ann", provenNames: [Self.ann], email: Self.ann, others: ["ann@old.example"])
        #expect(try await world.requestedToken("ann@old.example", readAt: "ann@old.example") == nil)
        let token = try #require(try await world.requestedToken("ann", readAt: Self.ann))
        try await PasswordReset(world.environment).redeem(token, password: "the new one of ann")
        _ = try await world.signIn("ann", "the new one of ann")
    }

    @Test func `a reset proves an address for its own account, not for another that has it as a name`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson("ann", provenNames: [Self.ann], email: Self.ann)
        let other = try await world.importPerson(Self.ann, number: 2)
        let token = try #require(try await world.requestedToken("ann", readAt: Self.ann))
        try await PasswordReset(world.environment).redeem(token, password: "the new one of ann")
        _ = try await world.signIn("ann", "the new one of ann")
        let names = try await world.read { tx throws(StorageFailure) in try tx.findLoginNames(of: other.id) }
        #expect(names.map(\.name) == [Self.ann] && names.allSatisfy { $0.provenAt == nil })
    }

    @Test func `a mail that went out before another address was proven is void`() async throws {
        let world = try World.withPasswords()
        let account = try await world.importPerson(others: [Self.mallory])
        let token = try #require(try await world.requestedToken(Self.ann, readAt: Self.ann))
        let id = try #require(LoginNameText(Self.mallory)?.id)
        let now = world.clock.now
        try await world.write { tx throws(StorageFailure) in
            try tx.recordLoginName(
                LoginName(id: id, accountID: account.id, name: Self.mallory, createdAt: now, provenAt: now))
        }
        #expect(
            try await failure { try await PasswordReset(world.environment).redeem(token, password: "late but good") }
                == .refused(.mailedTokenInvalid))
        _ = try await world.signIn()
    }

    @Test(arguments: [nil, ann])
    func `whoever links an Apple Account does not change where a new password is mailed`(_ email: String?) async throws
    {
        let world = try World.withPasswords()
        let account = try await world.importPerson("ann", provenNames: email.map { [$0] } ?? [], email: email)
        _ = try await world.link(.ben, to: world.signIn("ann"))
        _ = try await world.signInNatively(.ben)
        let after = try await world.read { tx throws(StorageFailure) in try tx.findAccount(account.id) }
        #expect(after == account)
    }
}

/// One run of a script: the account, its owner, and the first holder's means to keep access.
private struct Play {
    let world: World
    let owner: String
    private let before: Account
    private let session: SignedIn
    private let begun: AppleAnswer?
    private let linked: Person?

    init(_ script: RecoveryAddressTests.Script, _ mix: RecoveryAddressTests.Mix) async throws {
        let world = try World.withPasswords()
        self.world = world
        let account = try await world.importPerson(
            "shared", provenNames: mix.proven.map { [$0] } ?? [], email: mix.primary,
            others: [RecoveryAddressTests.ann, RecoveryAddressTests.mallory])
        let names = try await world.read { tx throws(StorageFailure) in try tx.findLoginNames(of: account.id) }
        // If nothing is proven and the account has no address of its own, the fixed order of the names decides.
        let first = names.filter(\.isAddress).min { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }?.name
        owner = try #require(mix.proven ?? mix.primary ?? first)
        session = try await world.signIn("shared")
        switch script {
        case .password, .session: (begun, linked) = (nil, nil)
        case .identity:
            // Followed by a sign-in, because that is when an account takes the address of its Apple Account.
            _ = try await world.link(.ben, to: world.signIn("shared"))
            _ = try await world.signInNatively(.ben)
            (begun, linked) = (nil, .ben)
        case .begunLink:
            begun = try await world.submission(.ben, linking: .session(world.session(of: session)))
            linked = nil
        case .unverifiedIdentity:
            var thief = Person.eve
            (thief.email, thief.isPrivateEmail) = (owner, false)
            _ = try await world.signInNatively(thief) { $0["email_verified"] = .string("false") }
            (begun, linked) = (nil, nil)
        }
        before = try #require(try await world.read { tx throws(StorageFailure) in try tx.findAccount(account.id) })
    }

    /// Runs one order, and returns which addresses redeemed a token.
    func recover(in order: String) async throws -> Set<String> {
        Set(try await world.recover(in: order).map(\.address))
    }

    /// The owner's first proof ended everybody else's access.
    func expectOthersOutside(_ comment: Comment) async throws {
        try await expectNewPassword(comment)
        let after = try #require(try await world.read { tx throws(StorageFailure) in try tx.findAccount(before.id) })
        #expect(after.email == owner && after.isEmailVerified, comment)
        #expect(try await world.signInNatively(.ben).account.id != before.id, comment)
        let names = try await world.read { tx throws(StorageFailure) in try tx.findLoginNames(of: before.id) }
        #expect(names.filter(\.isAddress).map(\.name) == [owner], comment)
    }

    /// The owner, who was proven before, has a new password. Everything else that opens the account is theirs and
    /// stays.
    func expectRecovered(_ comment: Comment) async throws {
        try await expectNewPassword(comment)
        try await expectSameAccount(comment)
    }

    /// Only the other person tried, which has no effect.
    func expectNothingChanged(_ comment: Comment) async throws {
        #expect(await world.isLive(session), comment)
        _ = try await world.signIn("shared")
        try await expectSameAccount(comment)
        if let begun {
            _ = try await NativeSignIn(world.environment).complete(begun, under: world.session(of: session))
        }
    }

    private func expectNewPassword(_ comment: Comment) async throws {
        #expect(await world.isLive(session) == false, comment)
        #expect(try await world.failedSignIn("shared", World.password) == .refused(.passwordWrong), comment)
        #expect(try await world.signIn("shared", World.newPassword(of: owner)).account.id == before.id, comment)
        if let begun {
            let late = try await failure { try await NativeSignIn(world.environment).complete(begun) }
            #expect(late == .refused(.attemptEnded), comment)
        }
    }

    private func expectSameAccount(_ comment: Comment) async throws {
        let after = try await world.read { tx throws(StorageFailure) in try tx.findAccount(before.id) }
        #expect(after == before, comment)
        if let linked { #expect(try await world.account(of: linked)?.id == before.id, comment) }
        let names = try await world.read { tx throws(StorageFailure) in try tx.findLoginNames(of: before.id) }
        #expect(names.count == 3, comment)
    }
}

extension World {
    fileprivate static func newPassword(of address: String) -> String { "the new one of \(address.prefix(3))" }

    /// Two people request mail (capital letters) and redeem their tokens. Returns who redeemed one, and the mail that
    /// followed.
    fileprivate func recover(in order: String) async throws -> [(address: String, told: [MailMessage])] {
        var tokens: [String: String] = [:]
        var redeemed: [(address: String, told: [MailMessage])] = []
        for step in order {
            let address = step.lowercased() == "a" ? RecoveryAddressTests.ann : RecoveryAddressTests.mallory
            if step.isUppercase {
                tokens[address] = try await requestedToken(address, readAt: address)
            } else if let token = tokens[address] {
                let refused = try await failure {
                    try await PasswordReset(environment).redeem(token, password: Self.newPassword(of: address))
                }
                // The other person redeemed first.
                if refused == .refused(.mailedTokenInvalid) { continue }
                #expect(refused == nil)
                redeemed.append((address, try await deliverMail()))
            }
        }
        return redeemed
    }
}
