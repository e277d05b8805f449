import Foundation
import Testing

@testable @_spi(SignInPrograms) import SignInWithApple

/// `Scripts/mutate-checks` runs these tests with each check switched off in turn.
@Suite struct TokenCorpusTests {
    @Test(arguments: Corpus.identity.refused)
    func `refuses an identity token that breaks one rule`(_ token: CorpusCase) throws {
        #expect(try token.identityTokenRefusal() == token.reason)
    }

    @Test(arguments: Corpus.notification.refused)
    func `refuses a notification that breaks one rule`(_ token: CorpusCase) throws {
        #expect(try token.notificationRefusal() == token.reason)
    }

    @Test(arguments: Corpus.identity.accepted)
    func `accepts an identity token that breaks none`(_ token: CorpusCase) throws {
        let verified = try token.verified(by: IdentityTokenVerifier(trust: try Corpus.trust(token.keys)))
        let values: [String: CorpusValue?] = [
            "sub": .text(verified.subject.rawValue), "aud": .text(verified.clientID.rawValue),
            "email": verified.email.map { .text($0.address) },
            "email_verified": verified.email.map { .flag($0.isVerified) },
            "is_private_email": verified.email.map { .flag($0.isPrivate) },
            "real_user_status": verified.realUserStatus.map { .number(Double($0.rawValue)) },
            "transfer_sub": verified.transferSubject.map { .text($0) },
            "org_id": verified.organizationID.map { .text($0) },
        ]
        for (name, value) in token.reads ?? [:] {
            #expect(try #require(values[name], "an unknown expectation: \(name)") == value, "\(name)")
        }
    }

    @Test(arguments: Corpus.notification.accepted)
    func `accepts a notification that breaks none`(_ token: CorpusCase) throws {
        let event = try NotificationVerifier(trust: try Corpus.trust(token.keys))
            .verify(token.text, at: Date(timeIntervalSince1970: Corpus.setting.now)).event
        let values: [String: CorpusValue?] = [
            "kind": .text(event.kind.rawValue), "sub": .text(event.subject.rawValue),
            "occurred_at": .number(event.occurredAt.timeIntervalSince1970), "email": event.email.map { .text($0) },
            "is_private_email": event.isPrivateEmail.map { .flag($0) },
        ]
        for (name, value) in token.reads ?? [:] {
            #expect(try #require(values[name], "an unknown expectation: \(name)") == value, "\(name)")
        }
    }
}

/// The corpus is complete.
@Suite struct TokenCorpusCoverageTests {
    /// Later checks or the result need what these establish. Without one of them, a token fails for another reason
    /// instead of passing.
    static let backed: Set = ["algorithm", "key", "claims", "audience"]

    @Test(arguments: TokenRejection.ofIdentityTokens)
    func `has a token for every reason to refuse an identity token`(_ rejection: TokenRejection) {
        #expect(Corpus.identity.refused.contains { $0.reason == rejection.code })
    }

    @Test(arguments: TokenRejection.ofNotifications)
    func `has a token for every reason to refuse a notification`(_ rejection: TokenRejection) {
        #expect(Corpus.notification.refused.contains { $0.reason == rejection.code })
    }

    @Test(arguments: IdentityTokenChecks.all.map(\.name))
    func `has an identity token that only this check refuses`(_ check: String) throws {
        let tokens = Corpus.identity.refused(by: check)
        let outcomes = try tokens.map { try $0.identityTokenRefusal(without: check) }
        #expect(outcomes.contains(nil) || Self.backed.contains(check))
        #expect(zip(tokens, outcomes).contains { $0.reason != $1 })
    }

    @Test(arguments: NotificationChecks.all.map(\.name))
    func `has a notification that only this check refuses`(_ check: String) throws {
        let tokens = Corpus.notification.refused(by: check)
        let outcomes = try tokens.map { try $0.notificationRefusal(without: check) }
        #expect(outcomes.contains(nil) || Self.backed.union(["kind", "id"]).contains(check))
        #expect(zip(tokens, outcomes).contains { $0.reason != $1 })
    }

    @Test func `names no check that does not exist`() {
        let identity = Set(IdentityTokenChecks.all.map(\.name)).union(["form"])
        #expect(Set(Corpus.identity.families.values.compactMap(\.check)) == identity)
        let notification = Set(NotificationChecks.all.map(\.name)).union(["form", "event"])
        #expect(Set(Corpus.notification.families.values.compactMap(\.check)) == notification)
    }

    /// Notices a generator that loses cases, and a guide that was not updated.
    @Test func `is as large as its guide says`() throws {
        #expect(Corpus.identity.refused.count == 853 && Corpus.identity.accepted.count == 127)
        #expect(Corpus.notification.refused.count == 245 && Corpus.notification.accepted.count == 50)
        let guide = Corpus.folder.deletingLastPathComponent().appendingPathComponent("README.md")
        let text = try String(decoding: Data(contentsOf: guide), as: UTF8.self)
        #expect(text.contains("| 853 identity tokens to refuse, 127 to accept |"))
        #expect(text.contains("| 245 server-to-server notifications to refuse, 50 to accept |"))
    }
}
