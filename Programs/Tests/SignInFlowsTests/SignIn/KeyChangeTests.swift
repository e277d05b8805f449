import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Apple changes its keys while people sign in. Nobody is refused for good, and no attempt is used up.
@Suite struct KeyChangeTests {
    private let world: World

    init() throws {
        world = try World()
    }

    /// A sign-in three seconds ago fetched the keys, so the next fetch is possible in 27 seconds.
    private func changeKeys(to key: ScriptedApple.NewKey) async throws {
        _ = try await world.signInNatively(.ben)
        world.clock.advance(3)
        world.apple.newKey = key
    }

    private let later = SignInError.unavailable(.appleKeyUnavailable, retryAfter: 27)

    @Test func `an app is told when to bring the same answer again, and is let in then`() async throws {
        try await changeKeys(to: .published)
        let submission = try await world.nativeSubmission(.ann)
        // More often than the limit of failures for an attempt.
        for _ in 0..<20 {
            #expect(try await failure { try await NativeSignIn(world.environment).complete(submission) } == later)
        }
        world.clock.advance(27)
        _ = try await NativeSignIn(world.environment).complete(submission)
        #expect(try await world.account(of: .ann) != nil)
    }

    @Test func `a browser is told when to bring the same answer again, and is let in then`() async throws {
        try await changeKeys(to: .published)
        let browser = try await world.beginWeb()
        let form = try world.form(.ann, browser)
        for _ in 0..<20 { #expect(try await failure { try await world.complete(form, browser) } == later) }
        world.clock.advance(27)
        #expect(try await world.complete(form, browser).signedIn != nil)
    }

    @Test func `who comes with the old key and gets the new one from the exchange is in, with a grant the next time`()
        async throws
    {
        _ = try await world.signInNatively(.ben)
        let submission = try await world.nativeSubmission(.ann)
        world.apple.newKey = .published
        let signedIn = try await NativeSignIn(world.environment).complete(submission)
        #expect(try await world.grant(of: .ann, clientID: "com.example.app")?.sealedRefreshToken == nil)
        world.clock.advance(30)
        #expect(try await world.signInNatively(.ann).account.id == signedIn.account.id)
        #expect(try await world.grant(of: .ann, clientID: "com.example.app")?.sealedRefreshToken != nil)
    }

    @Test func `a notification is not refused, so that Apple sends it again`() async throws {
        try await changeKeys(to: .published)
        let payload = try world.apple.notification("consent-revoked", about: .ben)
        let notifications = AppleNotifications(world.environment)
        #expect(try await failure { try await notifications.receive(payload: payload) } == later)
        world.clock.advance(27)
        #expect(try await notifications.receive(payload: payload).effect == "sessions_ended")
    }

    @Test func `a made-up key is refused for good once Apple was asked after its token came`() async throws {
        try await changeKeys(to: .madeUp)
        let submission = try await world.nativeSubmission(.ann)
        #expect(try await failure { try await NativeSignIn(world.environment).complete(submission) } == later)
        world.clock.advance(27)
        for _ in 0..<2 {
            #expect(
                try await failure { try await NativeSignIn(world.environment).complete(submission) }
                    == .refused(.token(.unknownKey)))
        }
        let payload = try world.apple.notification("consent-revoked", about: .ben)
        world.clock.advance(30)
        #expect(
            try await failure { try await AppleNotifications(world.environment).receive(payload: payload) }
                == .refused(.notification(.unknownKey)))
    }

    @Test func `people with known keys sign in while a stranger sends made-up ones`() async throws {
        try await changeKeys(to: .madeUp)
        let forged = try await world.nativeSubmission(.ann)
        world.apple.newKey = .none
        for _ in 0..<30 {
            _ = try? await NativeSignIn(world.environment).complete(forged)
            _ = try await world.signInNatively(.ben)
            world.clock.advance(1)
        }
    }
}
