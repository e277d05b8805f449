import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JSONWebTokens
import NIOCore
import SignInFlows

extension Request {
    /// The whole body, at most `limit` bytes of it, when it is of the media type that the route takes.
    func bytes(ofType mediaType: String, limit: Int) async throws -> [UInt8] {
        guard carries(mediaType) else { throw RequestRefusal(.mediaTypeUnsupported) }
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw RequestRefusal(.bodyTooLarge)
        }
        do {
            let buffer = try await body.collect(upTo: limit)
            return Array(buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw RequestRefusal(.bodyTooLarge)
        } catch {
            // The connection failed or its framing is wrong; nobody may be left to read the answer.
            throw RequestRefusal(.bodyBroken)
        }
    }

    /// The body as a message: strict JSON first, since Foundation keeps the first of two equal members silently.
    func message<Message: Decodable>(_ type: Message.Type, limit: Int) async throws -> Message {
        try Self.decode(type, from: try await bytes(ofType: "application/json", limit: limit))
    }

    /// The body as a message; nil where there is none, or one of another media type, which older clients may send.
    func optionalMessage<Message: Decodable>(_ type: Message.Type, limit: Int) async throws -> Message? {
        guard carries("application/json") else { return nil }
        let bytes = try await bytes(ofType: "application/json", limit: limit)
        return bytes.isEmpty ? nil : try Self.decode(type, from: bytes)
    }

    /// The body as the fields of a form.
    func form(limit: Int) async throws -> FormFields {
        try FormFields(strictly: try await bytes(ofType: "application/x-www-form-urlencoded", limit: limit))
    }

    private static func decode<Message: Decodable>(_ type: Message.Type, from bytes: [UInt8]) throws -> Message {
        do {
            _ = try StrictJSONReader.readObject(bytes)
        } catch {
            throw RequestRefusal(.jsonMalformed)
        }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw RequestRefusal(.fieldInvalid(error.field))
        }
    }

    /// The query, decoded strictly.
    func query() throws(RequestRefusal) -> FormFields {
        guard let query = uri.query else { return .empty }
        do throws(RequestRefusal) {
            return try FormFields(strictly: query.utf8)
        } catch {
            throw error.code == .formMalformed ? RequestRefusal(.targetMalformed) : error
        }
    }

    private func carries(_ mediaType: String) -> Bool {
        let fields = headers[values: .contentType]
        guard fields.count == 1, let field = fields.first else { return false }
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        guard let essence = parts.first?.trimmed, essence.lowercased() == mediaType else { return false }
        // a charset other than UTF-8 would be read as something it is not; other parameters mean nothing here
        return parts.dropFirst().allSatisfy { parameter in
            let text = parameter.trimmed.lowercased()
            return !text.hasPrefix("charset=") || ["charset=utf-8", "charset=\"utf-8\""].contains(text)
        }
    }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    fileprivate var trimmed: Substring {
        var rest = drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }
}

extension DecodingError {
    /// The member of our own message that could not be read; its name comes from our types, never from the input.
    fileprivate var field: String {
        switch self {
        case .keyNotFound(let key, _): key.stringValue
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.last?.stringValue ?? "body"
        @unknown default: "body"
        }
    }
}
