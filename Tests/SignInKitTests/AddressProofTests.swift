import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// An account says whether its address was proven. Without that member, the address counts as unproven.
@Suite struct AddressProofTests {
    private func account(_ members: String) throws -> AccountReply {
        let json = #"{"id":"a","name":null,\#(members)"is_private_email":false,"created_at":"2026-01-01T00:00:00Z"}"#
        return try JSONDecoder().decode(AccountReply.self, from: Data(json.utf8))
    }

    /// The stored form from before accounts said whether their address was proven.
    private func olderForm(of session: StoredSession) throws -> Data {
        let stored = try JSONSerialization.jsonObject(with: JSONEncoder().encode(session))
        var object = try #require(stored as? [String: Any])
        var account = try #require(object["account"] as? [String: Any])
        #expect(account.removeValue(forKey: "is_email_verified") != nil)
        object["account"] = account
        return try JSONSerialization.data(withJSONObject: object)
    }

    @Test func `an account of a service that does not say so has an unproven address`() throws {
        #expect(try !account(#""email":"ann@example.com","#).isEmailVerified)
        #expect(try !account(#""email":"ann@example.com","is_email_verified":false,"#).isEmailVerified)
        #expect(try account(#""email":"ann@example.com","is_email_verified":true,"#).isEmailVerified)
    }

    @Test func `a session that an older version of the app stored is still one`() async throws {
        let app = try AppUnderTest()
        let verified = AccountReply(
            id: "account-1", name: nil, email: "ann@example.com", isEmailVerified: true, isPrivateEmail: false,
            createdAt: Sample.start)
        try app.storage.write(try olderForm(of: Sample.session(account: verified)), to: .session)
        app.mark.set()
        await app.client.launch()
        let person = try #require(await app.client.status.state.person)
        #expect(person.account.email == "ann@example.com" && !person.account.isEmailVerified)
        try await app.service.answer(Route.refresh, Sample.reply(verified, token: "2"))
        await app.time.advance(300)
        _ = try await app.client.accessToken()
        #expect(await app.client.status.state.person?.account.isEmailVerified == true)
    }

    @Test func `without an address there is nothing to prove`() {
        let nobody = AccountReply(
            id: "a", name: nil, email: nil, isEmailVerified: true, isPrivateEmail: false, createdAt: Sample.start)
        #expect(!nobody.isEmailVerified)
    }
}
