#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import SignInWithApple
    import SignInWithAppleTesting
    import Testing

    /// The guides' examples do what the guides say.
    @Suite struct SnippetRunTests {
        private static let person = "001234.abc.0001"
        private static let made = Result { try TestApple(clients: ["com.example.app", "com.example.web"]) }
        private let now = Date(timeIntervalSince1970: 1_750_000_000)
        private let app = ClientID(rawValue: "com.example.app")
        private let granted =
            #"{"access_token":"a1","token_type":"Bearer","expires_in":3600,"refresh_token":"r1","id_token":"a.b.c"}"#

        private func apple() throws -> TestApple { try Self.made.get() }

        private func sha256(_ nonce: String) throws -> String {
            // The token of the recipe contains the hash. The claim is read without trusting it.
            let token = try TestingSnippets.signInATest(nonce: nonce, at: now)
            return try #require(try UnverifiedIdentityToken.inspect(token).claims?.text("nonce"))
        }

        private func verifier(_ transport: RecordingTransport) throws -> AppleTokenVerifier {
            try AppleTokenVerifier(clientIDs: [app], transport: transport, now: { [now] in now })
        }

        private func client(_ transport: RecordingTransport) throws -> AppleClient {
            let p8 = SigningKey.makeES256(keyID: nil).pemRepresentation
            return try SignInSnippets.makeClient(p8: p8, transport: transport, now: { [now] in now })
        }

        // MARK: sign-in

        @Test func `verifies, and says what to answer`() async throws {
            let token = try apple().identityToken(subject: Self.person, nonce: try sha256("n-1"), at: now)
            let good = try verifier(RecordingTransport([.json(try apple().keySet)]))
            #expect(try await SignInSnippets.signIn(token, nonce: "n-1", good).rawValue == Self.person)
            let accepted = await SignInSnippets.answer(token, nonce: "n-1", good)
            #expect(accepted.status == 200 && accepted.body == Self.person && accepted.retryAfter == nil)
            let refused = await SignInSnippets.answer(token, nonce: "n-2", good)
            #expect(refused.status == 401 && refused.body == "nonce_mismatch" && refused.retryAfter == nil)
            let away = try verifier(RecordingTransport([.failure(.connectFailed)]))
            let answer = await SignInSnippets.answer(token, nonce: "n-1", away)
            #expect(answer.status == 503 && answer.retryAfter != nil)
        }

        @Test func `makes a verifier without the network, and lets it go without a shutdown`() async throws {
            _ = try SignInSnippets.makeVerifier()
            _ = try SignInSnippets.makeVerifier(sharing: .shared)
            _ = try SignInSnippets.makeClient(p8: SigningKey.makeES256(keyID: nil).pemRepresentation)
        }

        @Test func `asks for a recent proof, and reads a claim of tomorrow`() async throws {
            let transport = RecordingTransport([.json(try apple().keySet)])
            let token = try apple().identityToken(
                subject: Self.person, nonce: try sha256("n-1"), at: now,
                claims: [
                    ("auth_time", .number(JSONNumber(Int(now.timeIntervalSince1970) - 301))),
                    ("a_claim_of_tomorrow", "yes"),
                ])
            await #expect(throws: TokenVerificationFailure.rejected(.authenticationTooOld)) {
                try await SignInSnippets.verifyForDeletion(token, nonce: "n-1", try verifier(transport))
            }
            let verified = try await verifier(transport).verify(token, nonce: .sha256(of: "n-1"), beside: .nothing)
            #expect(SignInSnippets.claimOfTomorrow(verified) == "yes")
        }

        @Test func `verifies by a time and a code`() throws {
            let keys = JSONWebKeySet(keys: [try apple().key.publicJSONWebKey])
            let nonce = try sha256("n-1")
            let token = try apple().identityToken(
                subject: Self.person, nonce: nonce, beside: "c-1", at: now,
                claims: [("email", "a@example.com"), ("email_verified", true), ("real_user_status", 2)])
            let verified = try SignInSnippets.verifyAtATime(
                token, nonce: "n-1", code: AuthorizationCode(secretValue: "c-1"), keys: keys, at: now)
            let (person, address, isLikelyReal) = SignInSnippets.describe(verified)
            #expect(person.rawValue == Self.person && address?.address == "a@example.com" && isLikelyReal)
            #expect(throws: TokenRejection.codeHashMismatch) {
                try SignInSnippets.verifyAtATime(
                    token, nonce: "n-1", code: AuthorizationCode(secretValue: "c-2"), keys: keys, at: now)
            }
            #expect(try SignInSnippets.inspect(token) == "com.example.app")
        }

        @Test func `signs in on the web`() async throws {
            let (request, address) = SignInSnippets.request(state: "s-1", nonce: "n-1")
            #expect(address.hasPrefix("https://appleid.apple.com/auth/authorize?client_id=com.example.web&"))
            #expect(request.response == .formPost(scopes: [.name, .email]))
            let client = try client(RecordingTransport([.json(try apple().keySet)]))
            let token = try apple().identityToken(subject: Self.person, nonce: "n-1", beside: "c-1", at: now)
            let user = "%7B%22name%22%3A%7B%22firstName%22%3A%22Maya%22%7D%7D"
            let form = Array("code=c-1&id_token=\(token)&state=s-1&user=\(user)".utf8)
            let step = try await SignInSnippets.finish(form, state: "s-1", nonce: "n-1", apple: client)
            #expect(step == .signedIn(AppleUserID(rawValue: Self.person), givenName: "Maya"))
            let foreign = try await SignInSnippets.finish(form, state: "s-2", nonce: "n-1", apple: client)
            #expect(foreign == .showError("state_mismatch"))
            let cancelled = Array("error=user_cancelled_authorize&state=s-1".utf8)
            let again = try await SignInSnippets.finish(cancelled, state: "s-1", nonce: "n-1", apple: client)
            #expect(again == .showSignInAgain)
        }

        // MARK: calls to Apple

        @Test func `exchanges a code once`() async throws {
            let client = try client(RecordingTransport([.json(granted)]))
            let code = AuthorizationCode(secretValue: "c-1")
            #expect(try await AppleSnippets.exchange(code, client).1?.secretValue == "r1")
            await #expect(throws: AppleCallFailure.notSent(.codeAlreadySent)) {
                try await AppleSnippets.exchange(code, client)
            }
            let web = RecordingTransport([.json(granted)])
            _ = try await AppleSnippets.exchangeFromWeb(AuthorizationCode(secretValue: "c-2"), try self.client(web))
            #expect(await web.form(0)["redirect_uri"] == "https://example.com/apple/callback")
        }

        @Test func `tells a withdrawn authorization from an Apple that is busy`() async throws {
            let kept = RefreshToken(secretValue: "r1")
            let revoked = try client(TestingSnippets.answers())
            #expect(await AppleSnippets.check(kept, for: app, revoked) == .withdrawn)
            let busy = RecordingTransport([.json("{}", status: 429, headers: [("Retry-After", "120")])])
            let standing = await AppleSnippets.check(kept, for: app, try client(busy))
            #expect(standing == .askAgain(inSeconds: 120))
            let good = await AppleSnippets.check(kept, for: app, try client(RecordingTransport([.json(granted)])))
            #expect(good == .stands)
        }

        @Test func `believes a revocation only of a token that was alive, after a refused refresh`() async throws {
            let kept = RefreshToken(secretValue: "r1")
            let refused = RecordingTransport.Answer.json(#"{"error":"invalid_grant"}"#, status: 400)
            let revoked = RecordingTransport([.json(""), refused])
            #expect(await AppleSnippets.delete(kept, for: app, seenAliveAt: now, try client(revoked)) == .done)
            let standing = RecordingTransport([.json(""), .json(granted)])
            let again = await AppleSnippets.delete(kept, for: app, seenAliveAt: now, try client(standing))
            #expect(again == .tryLater(inSeconds: 60))
            // Apple accepts the revocation of any text, and refuses to refresh a token that is not this client's.
            let foreign = RecordingTransport { $0.url.hasSuffix("revoke") ? .json("") : refused }
            let outcome = await AppleSnippets.delete(kept, for: app, seenAliveAt: nil, try client(foreign))
            #expect(outcome == .tellTheOperator("already_dead"))
            let away = RecordingTransport([.failure(.connectFailed)])
            let later = await AppleSnippets.delete(kept, for: app, seenAliveAt: nil, try client(away))
            #expect(later == .tryLater(inSeconds: 60))
        }

        @Test func `counts what happens to the keys`() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("snippets-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (names, continuation) = AsyncStream.makeStream(of: String.self)
            let keys = try await AppleSnippets.keys(
                path: folder.appendingPathComponent("keys.json").path,
                transport: RecordingTransport([.json(try apple().keySet)]), now: { [now] in now },
                count: { continuation.yield($0) })
            await keys.saved()
            continuation.finish()
            #expect(await names.reduce(into: []) { $0.append($1) } == ["apple_keys_fetched"])
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("keys.json").path))
        }

        @Test func `knows what a notification asks for`() async throws {
            let verifier = try verifier(RecordingTransport([.json(try apple().keySet)]))
            let person = AppleUserID(rawValue: Self.person)
            let expected: [(AppleNotificationKind, AppleSnippets.Change)] = [
                (.consentRevoked, .endSessions(person)), (.accountDeleted, .removeIdentity(person)),
                (.emailDisabled, .mail(person, isForwarded: false)), (.emailEnabled, .mail(person, isForwarded: true)),
                (AppleNotificationKind(rawValue: "of-tomorrow"), .nothing),
            ]
            for (kind, change) in expected {
                let body = try apple().notificationBody(kind, subject: Self.person, id: "j-1", at: now)
                #expect(try await AppleSnippets.take(body, verifier).1 == change)
            }
        }

        @Test func `takes people along to another team`() async throws {
            let token = #"{"access_token":"t1","token_type":"Bearer","expires_in":3600}"#
            let person = AppleUserID(rawValue: Self.person)
            let old = RecordingTransport([.json(token), .json(#"{"transfer_sub":"x.1"}"#)])
            let table = AppleSnippets.TransferTable()
            try await AppleSnippets.giveAway([person], try client(old), table)
            let identifiers = await table.identifiers
            #expect(identifiers == [person: TransferIdentifier(rawValue: "x.1")])
            let new = RecordingTransport([.json(token), .json(#"{"sub":"s.2"}"#)])
            try await AppleSnippets.takeOver(Array(identifiers.values), try client(new), table)
            let people = await table.people
            #expect(people.values.map(\.subject.rawValue) == ["s.2"])
        }

        // MARK: tests without Apple

        @Test func `tests need no Apple`() async throws {
            #expect(try TestingSnippets.verified(at: now).subject.rawValue == Self.person)
            let (person, addresses) = try await TestingSnippets.withRecordedKeys(at: now)
            #expect(person.rawValue == Self.person && addresses == ["https://appleid.apple.com/auth/keys"])
            #expect(try TestingSnippets.emulator().isLoopback)
        }
    }
#endif
