import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// An attempt can be opened before the person taps.
@Suite struct AttemptPreparationTests {
    @Test func `a prepared attempt is used by the next sign-in, and only by that`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        await app.client.prepare()
        await app.client.prepare()
        #expect(await app.service.count(Route.attempts) == 1)
        #expect(await app.client.signIn().words == "signedIn named")
        #expect(await app.service.count(Route.attempts) == 1, "the tap asked nobody")
        try await app.service.answer(Route.end, "")
        await app.client.signOut()
        try await app.expectsSignIn()
        await app.client.signIn()
        #expect(await app.service.count(Route.attempts) == 2)
    }

    @Test func `an attempt that is older than five minutes is replaced`() async throws {
        // The clock may be set back in between.
        for (age, attempts) in [(0.0, 1), (299, 1), (300, 2), (-1, 2)] {
            let app = try AppUnderTest()
            try await app.expectsSignIn()
            await app.client.prepare()
            await app.time.advance(age)
            await app.client.prepare()
            #expect(await app.service.count(Route.attempts) == attempts, "prepared again after \(age) seconds")
            #expect(await app.client.signIn().words == "signedIn named")
            #expect(await app.service.count(Route.attempts) == attempts, "the tap asked nobody")
        }
    }

    @Test func `a tap does not use an attempt that is older than five minutes`() async throws {
        for (age, attempts) in [(299.0, 1), (300, 2)] {
            let app = try AppUnderTest()
            try await app.expectsSignIn()
            await app.client.prepare()
            await app.time.advance(age)
            #expect(await app.client.signIn().words == "signedIn named")
            #expect(await app.service.count(Route.attempts) == attempts, "after \(age) seconds")
        }
    }

    @Test func `an attempt that would expire on the sheet is replaced`() async throws {
        for (age, attempts) in [(219.0, 1), (220, 2)] {
            let app = try AppUnderTest()
            try await app.service.answer(
                Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 400))
            try await app.expectsSignIn()
            await app.client.prepare()
            await app.time.advance(age)
            await app.client.signIn()
            #expect(await app.service.count(Route.attempts) == attempts, "after \(age) seconds")
        }
    }

    @Test func `a preparation that fails shows nothing, and the tap tries again`() async throws {
        let app = try AppUnderTest()
        await app.service.beAway(Route.attempts)
        try await app.expectsSignIn()
        await app.client.prepare()
        #expect(await app.client.status.words == "signedOut notYet")
        #expect(await app.client.signIn().words == "signedIn named")
    }

    @Test func `a tap during the preparation waits for it instead of opening another attempt`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        await app.service.holdNext(Route.attempts)
        let preparing = Task { await app.client.prepare() }
        while await app.service.count(Route.attempts) == 0 { await Task.yield() }
        let tap = Task { await app.client.signIn() }
        while await app.client.status.words != "authorizing" { await Task.yield() }
        await app.service.release()
        await preparing.value
        #expect(await tap.value.words == "signedIn named")
        #expect(await app.service.count(Route.attempts) == 1)
    }

    @Test func `several preparations that fail together are followed by one`() async throws {
        let app = try AppUnderTest()
        await app.client.launch()
        await app.service.beAway(Route.attempts)
        try await app.expectsSignIn()
        await app.service.holdNext(Route.attempts)
        let preparing = (0..<5).map { _ in Task { await app.client.prepare() } }
        while await app.service.count(Route.attempts) == 0 { await Task.yield() }
        for _ in 0..<1000 { await Task.yield() }
        await app.service.release()
        for task in preparing { await task.value }
        #expect(await app.service.count(Route.attempts) == 2)
        #expect(await app.client.signIn().words == "signedIn named")
        #expect(await app.service.count(Route.attempts) == 2)
    }

    @Test func `a search leaves the prepared attempt to the tap`() async throws {
        let app = try AppUnderTest()
        await app.device.answerSheet { _ in .failed(.canceled) }
        try await app.expectsSignIn()
        await app.client.prepare()
        #expect(await app.client.findExistingAccount().words == "signedOut notYet")
        #expect(await app.service.count(Route.attempts) == 2, "the search opened one of its own")
        #expect(await app.client.signIn().words == "signedIn named")
        #expect(await app.service.count(Route.attempts) == 2, "the tap asked nobody")
    }

    @Test func `an attempt can be prepared during a search`() async throws {
        let app = try AppUnderTest()
        await app.device.answerSheet { [client = app.client] _ in
            await client.prepare()
            return .failed(.canceled)
        }
        try await app.expectsSignIn()
        await app.client.findExistingAccount()
        #expect(await app.device.requests.map(\.purpose) == [.search])
        #expect(await app.service.count(Route.attempts) == 2)
        #expect(await app.client.signIn().words == "signedIn named")
        #expect(await app.service.count(Route.attempts) == 2, "the tap asked nobody")
    }

    @Test(arguments: SignInState.examples)
    func `an attempt can be prepared while a tap begins a sign-in`(state: SignInState) {
        let expected =
            switch state {
            case .signedOut, .searching: true
            default: false
            }
        #expect(state.awaitsTap == expected)
    }

    @Test func `nothing is prepared for somebody who is signed in`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        await app.client.signIn()
        await app.client.prepare()
        #expect(await app.service.count(Route.attempts) == 1)
    }
}
