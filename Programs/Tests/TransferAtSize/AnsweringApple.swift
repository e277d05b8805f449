import JSONWebTokens
import SignInWithApple

/// One of very many people.
struct ListedPerson: Sendable {
    let number: Int

    /// One in a hundred stopped using the app before.
    var hasLeft: Bool { number % 100 == 99 }
    var isHidden: Bool { number % 3 == 0 }

    var subject: String { name(".0001") }

    /// The person that Apple means by a subject or a transfer identifier.
    init?(_ text: Substring) {
        let parts = text.split(separator: ".")
        guard parts.count == 3, let number = Int(parts[1], radix: 16) else { return nil }
        self.number = number
    }

    init(number: Int) { self.number = number }

    /// As Apple writes identifiers.
    func name(_ end: String) -> String {
        let digits = String(number, radix: 16)
        return "001234." + String(repeating: "0", count: 32 - digits.count) + digits + end
    }

    func address(_ word: String) -> String {
        isHidden ? "\(word)\(number)@privaterelay.appleid.com" : "person\(number)@example.com"
    }
}

/// Apple's endpoints for the migration of users. Each answer takes a millisecond.
struct AnsweringApple: HTTPTransport {
    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        do {
            try await Task.sleep(for: .milliseconds(1))
        } catch {
            throw .cancelled
        }
        let form = String(decoding: request.body, as: UTF8.self).split(separator: "&")
        func value(_ name: String) -> Substring? {
            form.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
        }
        guard request.url.hasSuffix("/auth/usermigrationinfo") else {
            return Self.answer(["access_token": "team", "token_type": "Bearer", "expires_in": 3600])
        }
        if let person = value("sub").flatMap({ ListedPerson($0) }), !person.hasLeft {
            return Self.answer(["transfer_sub": .string(person.name(".1827"))])
        }
        if let person = value("transfer_sub").flatMap({ ListedPerson($0) }) {
            guard person.isHidden else { return Self.answer(["sub": .string(person.name(".9999"))]) }
            return Self.answer([
                "sub": .string(person.name(".9999")), "email": .string(person.address("new")),
                "is_private_email": true,
            ])
        }
        return TransportResponse(status: 400, body: Array(#"{"error":"invalid_request"}"#.utf8))
    }

    private static func answer(_ object: JSONObject) -> TransportResponse {
        TransportResponse(status: 200, body: object.json)
    }
}
