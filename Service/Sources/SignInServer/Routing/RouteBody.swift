import HTTPServing
import Hummingbird
import SignInFlows

/// The body that a route accepts: its maximum size and how it is decoded.
struct RouteBody<Content: Sendable>: Sendable {
    /// The limit in bytes; `nil` if the route reads no body.
    let limit: Int?
    let read: @Sendable (Request) async throws -> Content
}

extension RouteBody where Content == Void {
    /// The route reads no body.
    static var none: RouteBody { RouteBody(limit: nil) { _ in } }
}

extension RouteBody where Content: Decodable {
    /// A message as strict JSON.
    static func json(_ type: Content.Type, upTo limit: Int) -> RouteBody {
        RouteBody(limit: limit) { try await $0.message(type, limit: limit) }
    }
}

extension RouteBody {
    /// A message as strict JSON; `nil` without a body or with another media type.
    static func optionalJSON<Message: Decodable>(_ type: Message.Type, upTo limit: Int) -> RouteBody
    where Content == Message? {
        RouteBody(limit: limit) { try await $0.optionalMessage(type, limit: limit) }
    }
}

extension RouteBody where Content == FormFields {
    /// The fields of a page's form.
    static func form(upTo limit: Int) -> RouteBody {
        RouteBody(limit: limit) { try await $0.form(limit: limit) }
    }
}

extension RouteBody where Content == OAuthParameters {
    /// The parameters of an OAuth request in a form, repetitions included: the flow refuses those.
    static func parameters(upTo limit: Int) -> RouteBody {
        RouteBody(limit: limit) { try await $0.formParameters(limit: limit) }
    }
}
