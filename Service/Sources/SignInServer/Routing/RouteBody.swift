import HTTPServing
import Hummingbird

/// What a route takes as its body: how much of it, and what it is read as.
struct RouteBody<Content: Sendable>: Sendable {
    /// In bytes; nil where the route reads no body.
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
    /// A message as strict JSON; nil where there is none, or a body of another media type, which older clients may send.
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
