import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// The body that a route accepts: its maximum size and how it is decoded.
struct RouteBody<Content: Sendable>: Sendable {
    /// The limit in bytes; `nil` if the route reads no body.
    let limit: Int?
    /// The names that a JSON body may have; `nil` if others are ignored.
    var names: KnownNames? = nil
    let read: @Sendable (Request) async throws -> Content
}

extension RouteBody where Content == Void {
    /// The route reads no body.
    static var none: RouteBody { RouteBody(limit: nil) { _ in } }
}

extension RouteBody where Content: RequestMessage {
    /// A message as strict JSON, with the members that it declares and no others.
    static func json(_ type: Content.Type, upTo limit: Int) -> RouteBody {
        let names = KnownNames(type.members)
        return RouteBody(limit: limit, names: names) { try await $0.message(type, limit: limit, names: names) }
    }
}

extension RouteBody where Content: StrictMessage {
    /// The same for a message that takes its members itself.
    static func json(_ type: Content.Type, upTo limit: Int) -> RouteBody {
        let names = KnownNames(type.members)
        return RouteBody(limit: limit, names: names) { try await $0.strictMessage(type, limit: limit, names: names) }
    }
}

extension RouteBody where Content: Decodable {
    /// A message of Apple's as strict JSON. Members that we do not know are ignored, because Apple may add some.
    static func jsonOfApple(_ type: Content.Type, upTo limit: Int) -> RouteBody {
        RouteBody(limit: limit) { try await $0.message(type, limit: limit, names: nil) }
    }
}

extension RouteBody {
    /// A message as strict JSON; `nil` without a body.
    static func optionalJSON<Message: RequestMessage>(_ type: Message.Type, upTo limit: Int) -> RouteBody
    where Content == Message? {
        let names = KnownNames(type.members)
        return RouteBody(limit: limit, names: names) {
            try await $0.optionalMessage(type, limit: limit, names: names)
        }
    }
}

extension RouteBody where Content == FormFields {
    /// The fields of a page's form.
    static func form(upTo limit: Int) -> RouteBody {
        RouteBody(limit: limit) { try await $0.form(limit: limit) }
    }
}

extension RouteBody where Content == [UInt8] {
    /// A mail message as it came (RFC 5322).
    static func message(upTo limit: Int) -> RouteBody {
        RouteBody(limit: limit) { try await $0.bytes(ofType: "message/rfc822", limit: limit) }
    }
}

extension RouteBody where Content == OAuthParameters {
    /// The parameters of an OAuth request in a form, repetitions included: the flow refuses those.
    static func parameters(upTo limit: Int) -> RouteBody {
        RouteBody(limit: limit) { try await $0.formParameters(limit: limit) }
    }
}
