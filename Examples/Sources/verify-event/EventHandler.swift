package import Foundation
package import SignInWithApple

/// Answers one event.
package struct EventHandler: Sendable {
    let apple: AppleTokenVerifier

    package init(apple: AppleTokenVerifier) {
        self.apple = apple
    }

    /// Returns a line of JSON: the person, or an error code and, if a retry makes sense, when.
    package func answer(to event: Data) async -> String {
        guard let event = try? JSONDecoder().decode(Event.self, from: event) else {
            return Self.json(Answer(status: 400, error: "event_malformed"))
        }
        do {
            let token = try await apple.verify(event.identityToken, nonce: .sha256(of: event.nonce), beside: .nothing)
            return Self.json(Answer(status: 200, person: token.subject))
        } catch .unavailable(let failure) {
            return Self.json(Answer(status: 503, error: failure.code, retryAfter: failure.retryAfter ?? 5))
        } catch {
            return Self.json(Answer(status: 401, error: error.code))
        }
    }

    private struct Event: Decodable {
        let identityToken: String
        let nonce: String

        enum CodingKeys: String, CodingKey {
            case identityToken = "identity_token"
            case nonce
        }
    }

    private struct Answer: Encodable {
        let status: Int
        var person: AppleUserID?
        var error: String?
        var retryAfter: Int?

        enum CodingKeys: String, CodingKey {
            case status, person, error
            case retryAfter = "retry_after"
        }
    }

    private static func json(_ answer: Answer) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(answer)).map { String(decoding: $0, as: UTF8.self) } ?? #"{"status":500}"#
    }
}
