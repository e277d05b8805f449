import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInFlows
@testable import SignInServer

/// An address proves that somebody can read its mail, not who they are. A public ticket system, for instance, shows
/// mail to support@company to anybody (the Zendesk case, October 2024). So no address opens an account, whatever its
/// domain.
@Suite struct AddressDomainTests {
    private static let publicURL = "https://id.example.com"

    private func importUser(with address: String, into service: TestService) async throws {
        let line = #"{"external_id":"staff-1","email":"\#(address)","email_verified":true}"#
        let importing = UserImporting(service.environment)
        let (outcomes, _) = try await importing.work(
            on: [ImportLine(number: 1, bytes: Array(line.utf8))], of: importing.begin(UserImportID(high: 1, low: 1)),
            upTo: 1, isLast: true)
        #expect(outcomes.map(\.result) == [.made])
    }

    @Test(arguments: [
        "support@example.com", "admin@id.example.com", "postmaster@mail.example.com", "root@127.0.0.1",
        "ops@EXAMPLE.com",
        "appleid@id.apple.com", "anybody@privaterelay.appleid.com",
    ])
    func `a proven address of the operator's own domain opens nothing`(address: String) async throws {
        let service = try TestService(publicURL: Self.publicURL)
        try await importUser(with: address, into: service)
        try await service.run { caller async throws in
            let person = Person(
                subject: "001234.eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee.0005", email: address)
            let reply = try await caller.signInNatively(person)
            #expect(reply.account.email == address && reply.account.isEmailVerified)
            let bearer = ["Authorization": "Bearer \(reply.accessToken)"]
            for path in [Paths.metrics, Paths.endedSessions] {
                #expect(try await caller.get(path, headers: bearer).errorCode == "address_not_allowed")
            }
            for path in [Paths.backendDisable, Paths.backendDelete, Paths.backendRecover, Paths.linkTickets] {
                let refused = try await caller.post(path, #"{"external_id":"staff-1"}"#, headers: bearer)
                #expect(refused.status == .unauthorized && refused.errorCode == "credential_invalid")
            }
            let (_, key) = try await ServiceCredentials(service.environment).issue(
                name: "shop", scopes: [.accountsRead])
            let headers = ["Authorization": "Bearer \(key)"]
            let staff = try await caller.get(Paths.backendAccount + "?external_id=staff-1", headers: headers)
                .decoded(BackendAccountReply.self)
            #expect(staff.account.id != reply.account.id && staff.identities == 0)
            let own = try await caller.get(Paths.backendAccount + "?account=\(reply.account.id)", headers: headers)
                .decoded(BackendAccountReply.self)
            #expect(own.externalID == nil && own.identities == 1)
        }
    }

    @Test func `two people with addresses of one domain are told nothing about each other`() async throws {
        let service = try TestService(publicURL: Self.publicURL)
        try await service.run { caller async throws in
            let first = Person(subject: "001234.aaaa.0001", email: "ann.canary@example.com")
            let second = Person(subject: "001234.bbbb.0002", email: "support@example.com")
            let one = try await caller.signInNatively(first)
            let two = try await caller.signInNatively(second)
            #expect(one.account.id != two.account.id)
            for path in [Paths.account, Paths.accountExport, Paths.accountIdentities, Paths.sessions] {
                let read = try await caller.get(path, headers: ["Authorization": "Bearer \(two.accessToken)"])
                #expect(read.status == .ok && !read.text.contains("ann.canary"))
                #expect(!read.text.contains(one.account.id))
            }
        }
    }
}
