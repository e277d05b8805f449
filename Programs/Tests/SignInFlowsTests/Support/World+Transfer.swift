import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

extension Person {
    /// The same person as the recipient of a transfer sees them, with Apple's identifier for the way.
    var moved: (person: Person, identifier: String) {
        var person = self
        person.subject = String(subject.dropLast(4)) + "9999"
        return (person, "transfer-" + subject)
    }
}

extension World {
    static let giver = "TEAM000001"
    static let recipient = "TEAM000002"
    static let movingClients = ["com.example.app", "com.example.web", "com.example.android"]

    /// A service whose apps move from the first team to the second.
    static func moving(_ before: World? = nil, policy: SignInPolicy = SignInPolicy()) throws -> World {
        try World(before?.surroundings, policy: policy, isMoving: true)
    }

    var transfer: RegisteredTransfer {
        get throws { try #require(environment.clients.transfers.first) }
    }

    /// Apple moves the apps.
    func acceptTransfer() {
        apple.owners = Dictionary(uniqueKeysWithValues: Self.movingClients.map { ($0, Self.recipient) })
    }

    /// Stores how far the transfer is.
    func record(_ state: TransferState) async throws {
        var changed = try transfer.unstored(at: clock.now)
        changed.state = state
        let stored = changed
        try await write { transaction throws(StorageFailure) in try transaction.recordTransfer(stored) }
    }

    func storedTransfer() async throws -> AppTransfer? {
        let id = try transfer.id
        return try await read { transaction throws(StorageFailure) in try transaction.findTransfer(id) }
    }

    /// Stores a person's transfer identifier, as the export does.
    func export(_ person: Person) async throws {
        let (id, now) = (identity(of: person), clock.now)
        let owner = try #require(try await account(of: person)).id
        let entry = TransferEntry(
            transferID: try transfer.id, identityID: id, accountID: owner, identifier: person.moved.identifier,
            state: .known, dueAt: now)
        try await write { transaction throws(StorageFailure) in
            _ = try transaction.recordTransferEntry(ifNew: entry)
        }
    }

    func entry(of person: Person) async throws -> TransferEntry? {
        let (sale, id) = (try transfer.id, identity(of: person))
        return try await read { transaction throws(StorageFailure) in
            try transaction.findTransferEntry(sale, of: id)
        }
    }

    func storedIdentity(of person: Person, team: String) async throws -> AppleIdentity? {
        let id = identity(of: person, team: team)
        return try await read { transaction throws(StorageFailure) in try transaction.findIdentity(id) }
    }

    /// A change that adds the transfer identifier to a token.
    static func claiming(_ person: Person) -> Change {
        { $0["transfer_sub"] = .string(person.moved.identifier) }
    }

    /// Signs in a person after the move, with the transfer identifier.
    func signInMoved(_ person: Person, onWeb: Bool = false) async throws -> SignedIn {
        onWeb
            ? try await signInOnWeb(person.moved.person, changing: Self.claiming(person))
            : try await signInNatively(person.moved.person, changing: Self.claiming(person))
    }

    func accountIDs() async throws -> [AccountID] {
        try await read { transaction throws(StorageFailure) in
            try transaction.findAccountIDs(after: nil, limit: 1_000)
        }
    }
}
