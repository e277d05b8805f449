import AccountStorage
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Credentials of the operator's own services.
@Suite struct ServiceCredentialTests {
    private let world: World

    init() throws {
        world = try World()
    }

    private var credentials: ServiceCredentials { ServiceCredentials(world.environment) }

    @Test func `a key is good for its scopes, until it is revoked`() async throws {
        let (credential, key) = try await credentials.issue(name: "shop", scopes: [.accountsRead, .link])
        #expect(key.hasPrefix("siwa_" + credential.id.text + "_"))
        #expect(try await credentials.authenticate(key, for: .link) == credential)
        for scope in [ServiceCredential.Scope.accountsWrite, .operations] {
            let error = try await failure { try await credentials.authenticate(key, for: scope) }
            #expect(error == .refused(.missingScope(scope)))
            #expect(error?.errorCode.message.contains(scope.rawValue) == true)
        }
        #expect(try await credentials.revoke(credential.id))
        #expect(try await credentials.revoke(credential.id) == false)
        #expect(
            try await failure { try await credentials.authenticate(key, for: .link) } == .refused(.credentialInvalid))
        #expect(try await credentials.list().map(\.revokedAt) == [world.environment.instant])
    }

    @Test func `an altered key is none, and the database does not hold it`() async throws {
        let (credential, key) = try await credentials.issue(name: "shop", scopes: [.link])
        let (other, _) = try await credentials.issue(name: "other", scopes: [.link])
        var wrong = ["", "siwa_", String(key.dropLast()), key + "A", key.uppercased()]
        wrong.append(key.replacing(credential.id.text, with: other.id.text))
        wrong.append(String(key.dropLast(43)) + String(repeating: "A", count: 43))
        wrong.append("siwb_\(key.dropFirst(5))")
        wrong.append("siwa__\(key.dropFirst(5))")
        wrong.append("siwa_" + String(repeating: "_", count: 44) + credential.id.text)
        for text in wrong {
            let error = try await failure { try await credentials.authenticate(text, for: .link) }
            #expect(error == .refused(.credentialInvalid), "\(text)")
        }
        #expect(!"\(credential)".contains(key.suffix(43)))
        #expect(!credential.keyHash.isEmpty)
    }

    @Test func `what a service does is written down under its key`() async throws {
        let (credential, _) = try await credentials.issue(name: "shop", scopes: [.accountsWrite])
        let ann = try await world.signInNatively(.ann)
        let accounts = BackendAccounts(world.environment, as: credential)
        world.clock.advance(1)
        try await accounts.disable(.account(ann.account.id))
        #expect(await world.isLive(ann) == false)
        world.clock.advance(1)
        try await accounts.enable(.account(ann.account.id))
        let lines = try await AccountOperations(world.environment).history(of: ann.account.id)
        #expect(lines.map(\.event) == ["signed_in", "account_disabled", "account_enabled"])
        #expect(lines.dropFirst().allSatisfy { $0.reason == "credential:" + credential.id.text })
        #expect(try await accounts.delete(.account(ann.account.id)) == .queued)
        #expect(try await failure { try await accounts.delete(.account(ann.account.id)) } == .refused(.accountUnknown))
        #expect(try await world.audit(ann.account.id).contains("account_deleted"))
    }

    @Test func `a name is asked for`() async throws {
        for name in ["", " ", "a\u{7}"] {
            let error = try await failure { try await credentials.issue(name: name, scopes: [.link]) }
            #expect(error == .refused(.nameInvalid))
        }
    }
}
