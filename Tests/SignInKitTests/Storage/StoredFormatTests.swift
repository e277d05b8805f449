import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// What a version stored, later versions can read.
@Suite struct StoredFormatTests {
    /// A session as version 0.1.0 wrote it.
    private static let oldSession = """
        {"accessToken":"access-1","accessTokenEndsAt":821692800,"refreshToken":"refresh-1","appleUser":"user-1",
        "signedInAt":821692800,"account":{"id":"account-1","name":{"given":"Grace","family":"Hopper"},
        "email":"grace@example.com","is_email_verified":true,"is_private_email":false,
        "created_at":"2027-01-15T08:00:00.000Z"}}
        """
    private static let oldPending = """
        {"purpose":"sign_in","attempt":"attempt-a","expiresAt":821693400,"appleUser":"user-1","identityToken":"token",
        "code":"code","name":{"given":"Grace","family":"Hopper"},"realUserStatus":2,"keptAt":821692800}
        """
    private static let oldNames = """
        [{"appleUser":"user-1","name":{"given":"Grace","family":"Hopper"},"keptAt":821692800}]
        """

    private func launched(_ item: StoredItem, _ text: String) async throws -> AppUnderTest {
        let app = try AppUnderTest()
        try app.storage.write(Data(text.utf8), to: item)
        app.mark.set()
        await app.client.launch()
        return app
    }

    @Test func `a session of version 0.1.0 still signs in`() async throws {
        let app = try await launched(.session, Self.oldSession)
        let person = try #require(await app.client.status.state.person)
        #expect(person.account.id == "account-1" && person.account.name == Sample.grace)
        #expect(person.account.email == "grace@example.com" && person.account.isEmailVerified)
        #expect(person.account.createdAt == Sample.start && person.appleUser == "user-1")
    }

    @Test func `a sign-in that version 0.1.0 had not completed is completed`() async throws {
        let app = try AppUnderTest()
        try app.storage.write(Data(Self.oldPending.utf8), to: .pendingSignIn)
        app.mark.set()
        try await app.service.answer(Route.signIn, Sample.reply(Sample.account(name: Sample.grace)))
        #expect(await app.client.launch().words == "signedIn named")
        let sent = try #require(try await app.service.last(Route.signIn, NativeSignInRequest.self))
        #expect(sent.attempt == "attempt-a" && sent.code == "code" && sent.name == Sample.grace)
    }

    @Test func `a name that version 0.1.0 kept is sent`() async throws {
        let app = try await launched(.firstTimeData, Self.oldNames)
        try await app.expectsSignIn(name: nil)
        await app.client.signIn()
        #expect(try await app.service.last(Route.signIn, NativeSignInRequest.self)?.name == Sample.grace)
    }

    @Test func `a member that the API requires one day signs nobody out`() async throws {
        let text = """
            {"accessToken":"access-1","accessTokenEndsAt":821692800,"refreshToken":"refresh-1",
            "signedInAt":821692800,"account":{"id":"account-1"},"of a later version":true,"format":1}
            """
        let app = try await launched(.session, text)
        #expect(await app.client.status.words == "signedIn")
    }

    @Test func `a value of a newer format is not misread, and the app hears of it`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        let newer = Self.oldSession.replacingOccurrences(of: "{\"accessToken\"", with: "{\"format\":2,\"accessToken\"")
        try app.storage.write(Data(newer.utf8), to: .session)
        app.mark.set()
        #expect(await app.client.launch().words == "signedOut notYet")
        #expect(!incidents.all.isEmpty)
    }

    @Test func `everything that is stored names its format`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        try await app.service.refuse(Route.signIn, "nonce_mismatch")
        await app.client.launch()
        await app.client.signIn()
        let session = try #require(try app.storage.read(.session))
        #expect(try JSONDecoder().decode(Format.self, from: session).format == 1)
        try await app.service.answer(Route.end, "")
        await app.client.signOut()
        try await app.expectsSignIn()
        await app.client.signIn()
        let names = try #require(try app.storage.read(.firstTimeData))
        #expect(try JSONDecoder().decode([Format].self, from: names).map(\.format) == [1])
    }

    private struct Format: Decodable {
        let format: Int
    }
}
