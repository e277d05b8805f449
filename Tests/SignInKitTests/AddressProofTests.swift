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

    @Test func `an account of a service that does not say so has an unproven address`() throws {
        #expect(try !account(#""email":"ann@example.com","#).isEmailVerified)
        #expect(try !account(#""email":"ann@example.com","is_email_verified":false,"#).isEmailVerified)
        #expect(try account(#""email":"ann@example.com","is_email_verified":true,"#).isEmailVerified)
    }

    @Test func `an account says whether mail arrives only if the service says so`() throws {
        #expect(try account(#""email":"ann@example.com","#).canReceiveMail == nil)
        #expect(try account(#""email":"ann@example.com","can_receive_mail":false,"#).canReceiveMail == false)
    }

    @Test func `without an address there is nothing to prove`() {
        let nobody = AccountReply(
            id: "a", name: nil, email: nil, isEmailVerified: true, isPrivateEmail: false, createdAt: Sample.start)
        #expect(!nobody.isEmailVerified)
    }
}
