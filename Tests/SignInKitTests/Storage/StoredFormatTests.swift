import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// What this version stores is what later versions have to read.
@Suite struct StoredFormatTests {
    private static let session = """
        {"format":1,"accessToken":"access-1","accessTokenEndsAt":821692800,"refreshToken":"refresh-1","appleUser":"user-1",
        "signedInAt":821692800,"account":{"id":"account-1","name":{"given":"Grace","family":"Hopper"},
        "email":"grace@example.com","isEmailVerified":true,"isPrivateEmail":false,"createdAt":821692800}}
        """
    private static let pending = """
        {"format":1,"purpose":"sign_in","attempt":"attempt-a","nonce":"nonce-a","expiresAt":821693400,
        "appleUser":"user-1","identityToken":"token","code":"code","name":{"given":"Grace","family":"Hopper"},
        "realUserStatus":2,"keptAt":821692800}
        """
    private static let names = """
        [{"format":1,"appleUser":"user-1","name":{"given":"Grace","family":"Hopper"},"keptAt":821692800}]
        """

    private func launched(_ item: StoredItem, _ text: String) async throws -> AppUnderTest {
        let app = try AppUnderTest()
        try app.storage.write(Data(text.utf8), to: item)
        app.mark.set()
        await app.client.launch()
        return app
    }

    @Test func `a session in format 1 signs in`() async throws {
        let app = try await launched(.session, Self.session)
        let person = try #require(await app.client.status.state.person)
        #expect(person.account.id == "account-1" && person.account.name == Sample.grace)
        #expect(person.account.email == "grace@example.com" && person.account.isEmailVerified)
        #expect(person.account.createdAt == Sample.start && person.appleUser == "user-1")
    }

    @Test func `a session keeps whether mail arrives, and one without the member says nothing`() throws {
        let decoder = JSONDecoder()
        let old = try decoder.decode(StoredSession.self, from: Data(Self.session.utf8))
        #expect(old.account.canReceiveMail == nil)
        var session = old
        session.account.canReceiveMail = false
        let kept = try decoder.decode(StoredSession.self, from: JSONEncoder().encode(session))
        #expect(kept.account.canReceiveMail == false)
    }

    @Test func `a sign-in in format 1 that was not completed is completed`() async throws {
        let app = try AppUnderTest()
        try app.storage.write(Data(Self.pending.utf8), to: .pendingSignIn)
        app.mark.set()
        try await app.service.answer(Route.signIn, Sample.reply(Sample.account(name: Sample.grace)))
        #expect(await app.client.launch().words == "signedIn named")
        let sent = try #require(try await app.service.last(Route.signIn, NativeSignInRequest.self))
        #expect(sent.attempt == "attempt-a" && sent.code == "code" && sent.name == Sample.grace)
    }

    @Test func `a kept name in format 1 is sent`() async throws {
        let app = try await launched(.firstTimeData, Self.names)
        try await app.expectsSignIn(name: nil)
        await app.client.signIn()
        #expect(try await app.service.last(Route.signIn, NativeSignInRequest.self)?.name == Sample.grace)
    }

    @Test func `a member that a later version added signs nobody out`() async throws {
        let later = Self.session.replacingOccurrences(of: "{\"id\"", with: "{\"of a later version\":true,\"id\"")
        let app = try await launched(.session, later)
        #expect(await app.client.status.words == "signedIn named")
    }

    @Test(arguments: ["{\"format\":2,", "{"])
    func `a value of another format, or of none, is not misread, and the app hears of it`(
        _ beginning: String
    ) async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        let other = Self.session.replacingOccurrences(of: "{\"format\":1,", with: beginning)
        try app.storage.write(Data(other.utf8), to: .session)
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
