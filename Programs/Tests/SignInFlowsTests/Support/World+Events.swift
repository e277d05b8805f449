import AccountStorage
import Foundation
import JSONWebTokens

@testable import SignInFlows

/// An event, as the app's backend reads it.
struct ToldEvent: Equatable, CustomStringConvertible {
    let kind: String
    let reason: String?
    let externalID: String?

    init(_ kind: AccountEventKind, _ reason: String?, _ externalID: String? = nil) {
        (self.kind, self.reason, self.externalID) = (kind.rawValue, reason, externalID)
    }

    init(_ event: AccountEvent) throws {
        let body = try StrictJSONReader.readObject(Array(event.body.utf8))
        kind = event.kind
        reason = body["data"]?["reason"]?.text
        externalID = body["data"]?["external_id"]?.text
        guard body["type"]?.text == kind, body["timestamp"]?.text != nil,
            // An event about the app has no account.
            body["data"]?["account"]?.text == (kind == "app.transferred" ? nil : event.accountID.text)
        else { throw Malformed() }
    }

    var description: String { "\(kind) \(reason ?? "-") \(externalID ?? "-")" }

    struct Malformed: Error {}
}

extension JSONValue {
    fileprivate subscript(_ name: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }

    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

extension SignInPolicy {
    /// The policy of a service with a configured backend for events.
    static var telling: SignInPolicy {
        var policy = SignInPolicy()
        policy.tellsBackend = true
        return policy
    }
}

extension World {
    /// All events so far, oldest first. Events with the same time have no defined order.
    func events() async throws -> [AccountEvent] {
        try await EventHistory(environment).list(nil, limit: .max).reversed()
    }

    /// The events that `change` records for the backend.
    func told(by change: () async throws -> Void) async throws -> [ToldEvent] {
        let before = Set(try await events().map(\.id))
        try await change()
        return try await events().filter { !before.contains($0.id) }.map { try ToldEvent($0) }
            .sorted { $0.description < $1.description }
    }
}
