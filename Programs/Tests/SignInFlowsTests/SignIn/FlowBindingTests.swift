import AccountStorage
import Foundation
import JSONWebTokens
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

/// An attempt is bound to its flow, its client, and its nonce in the form of its flow.
struct FlowBindingTests {
    @Test func `an app's attempt is no state for a browser, and the other way round`() async throws {
        let world = try World()
        let begun = try await NativeSignIn(world.environment).begin(client: "app")
        let web = try await failure {
            try await WebSignIn(world.environment).complete(.cancelled(state: begun.attempt), browserProof: "x")
        }
        #expect(web == .refused(.attemptWrongFlow))
        let browser = try await world.beginWeb()
        let given = try world.apple.authorize(.ann, client: "com.example.app", nonce: World.hash(browser.nonce))
        let native = try await failure {
            try await NativeSignIn(world.environment).complete(
                AppleAnswer(
                    attempt: browser.state, identityToken: given.identityToken, code: given.code, name: nil))
        }
        #expect(native == .refused(.attemptWrongFlow))
    }

    @Test func `the hashed nonce counts for apps only, the raw one for browsers only`() async throws {
        let world = try World()
        let browser = try await world.beginWeb()
        let hashed = try world.form(.ann, browser) { $0["nonce"] = .string(World.hash(browser.nonce)) }
        #expect(try await failure { try await world.complete(hashed, browser) } == .refused(.token(.nonceMismatch)))

        let begun = try await NativeSignIn(world.environment).begin(client: "app")
        let given = try world.apple.authorize(.ann, client: "com.example.app", nonce: begun.nonce)
        let raw = AppleAnswer(
            attempt: begun.attempt, identityToken: given.identityToken, code: given.code, name: nil)
        let error = try await failure { try await NativeSignIn(world.environment).complete(raw) }
        #expect(error == .refused(.token(.nonceMismatch)))
    }

    @Test func `a token of another team's client does not fit, nor one of another attempt`() async throws {
        let world = try World()
        let begun = try await NativeSignIn(world.environment).begin(client: "app")
        let nonce = World.hash(begun.nonce)
        let foreign = try world.apple.authorize(.ann, client: "com.example.other", nonce: nonce)
        let error = try await failure {
            try await NativeSignIn(world.environment).complete(
                AppleAnswer(
                    attempt: begun.attempt, identityToken: foreign.identityToken, code: foreign.code, name: nil))
        }
        #expect(error == .refused(.token(.audienceMismatch)))

        let mine = try await world.nativeSubmission(.ann)
        let other = try await world.nativeSubmission(.ann)
        let mixed = AppleAnswer(
            attempt: mine.attempt, identityToken: other.identityToken, code: other.code?.secretValue, name: nil)
        let replay = try await failure { try await NativeSignIn(world.environment).complete(mixed) }
        #expect(replay == .refused(.token(.nonceMismatch)))
    }

    @Test func `a client that left the configuration can neither finish nor renew`() async throws {
        let before = try World()
        let submission = try await before.nativeSubmission(.ann)
        let signedIn = try await before.signInNatively(.ben)
        let after = try World(before.surroundings, without: ["app"])
        let error = try await failure { try await NativeSignIn(after.environment).complete(submission) }
        // The attempt was signed for a client that is no longer configured.
        #expect(error == .refused(.attemptUnknown))
        let renewal = try await failure {
            try await SessionRenewal(after.environment).renew(refreshToken: signedIn.refreshToken)
        }
        #expect(renewal == .refused(.clientUnknown))
        #expect(try await before.session(signedIn.session.id)?.endedAt == nil)
    }

    @Test func `no text that we did not make names an attempt`() async throws {
        let world = try World()
        let begun = try await NativeSignIn(world.environment).begin(client: "app")
        for text in [
            "", "x", begun.attempt + "=", begun.attempt + "A", String(begun.attempt.dropLast()), " " + begun.attempt,
        ] {
            let error = try await failure {
                try await NativeSignIn(world.environment).complete(
                    AppleAnswer(attempt: text, identityToken: "a.b.c", code: nil, name: nil))
            }
            #expect(error == .refused(.attemptUnknown))
        }
    }
}
