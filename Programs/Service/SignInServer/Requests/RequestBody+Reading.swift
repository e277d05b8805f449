import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JSONWebTokens
import NIOCore
import SignInFlows

extension Request {
    /// The whole body, up to `limit` bytes. Throws if it is larger or not of the route's media type.
    func bytes(ofType mediaType: String, limit: Int) async throws -> [UInt8] {
        guard carries(mediaType) else { throw RequestRefusal(.mediaTypeUnsupported) }
        return try await bytes(limit: limit)
    }

    private func bytes(limit: Int) async throws -> [UInt8] {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw RequestRefusal(.bodyTooLarge)
        }
        do {
            let buffer = try await body.collect(upTo: limit)
            return Array(buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw RequestRefusal(.bodyTooLarge)
        } catch {
            // The connection failed or its framing is invalid. The client may no longer be there to read the answer.
            throw RequestRefusal(.bodyBroken)
        }
    }

    /// Decodes the body as a message. Strict JSON is checked first, because Foundation silently keeps the first of two
    /// members with the same name.
    ///
    /// - Parameter names: the names that the body may have; `nil` if others are ignored.
    func message<Message: Decodable>(
        _ type: Message.Type, limit: Int, names: KnownNames?
    ) async throws -> Message {
        try Self.decode(type, from: try await bytes(ofType: "application/json", limit: limit), names)
    }

    /// Reads the body as a message that takes its members itself.
    func strictMessage<Message: StrictMessage>(
        _ type: Message.Type, limit: Int, names: KnownNames
    ) async throws -> Message {
        let bytes = try await bytes(ofType: "application/json", limit: limit)
        return try Message(StrictMembers(Self.object(in: bytes, names), names))
    }

    /// Decodes the body as a message; `nil` without a body.
    func optionalMessage<Message: Decodable>(
        _ type: Message.Type, limit: Int, names: KnownNames
    ) async throws -> Message? {
        let bytes = try await bytes(limit: limit)
        guard !bytes.isEmpty else { return nil }
        guard carries("application/json") else { throw RequestRefusal(.mediaTypeUnsupported) }
        return try Self.decode(type, from: bytes, names)
    }

    /// Decodes the body as the fields of a form.
    func form(limit: Int) async throws -> FormFields {
        try FormFields(strictly: try await bytes(ofType: "application/x-www-form-urlencoded", limit: limit))
    }

    /// Decodes the body as the parameters of an OAuth request, repetitions included.
    func formParameters(limit: Int) async throws -> OAuthParameters {
        let bytes = try await bytes(ofType: "application/x-www-form-urlencoded", limit: limit)
        guard let fields = FormFields(decoding: bytes) else { throw RequestRefusal(.formMalformed) }
        return OAuthParameters(fields.pairs)
    }

    /// Decodes the query as the parameters of an OAuth request, repetitions included. Throws if it is larger than
    /// `limit` bytes.
    func queryParameters(limit: Int) throws(RequestRefusal) -> OAuthParameters {
        let query = uri.query ?? ""
        guard query.utf8.count <= limit else { throw RequestRefusal(.authorizationRequestTooLong) }
        guard let fields = FormFields(decoding: query.utf8) else { throw RequestRefusal(.targetMalformed) }
        return OAuthParameters(fields.pairs)
    }

    /// The object of a body, if it has known names only.
    private static func object(in bytes: [UInt8], _ names: KnownNames?) throws(RequestRefusal) -> JSONObject {
        guard let object = try? StrictJSONReader.readObject(bytes) else { throw RequestRefusal(.jsonMalformed) }
        try names?.require(object)
        return object
    }

    private static func decode<Message: Decodable>(
        _ type: Message.Type, from bytes: [UInt8], _ names: KnownNames?
    ) throws -> Message {
        _ = try object(in: bytes, names)
        let decoder = JSONDecoder()
        if let names, names.hasSpellings {
            decoder.keyDecodingStrategy = .custom { MemberName(names.canonical($0.map(\.stringValue))) }
        }
        do {
            return try decoder.decode(type, from: Data(bytes))
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
        guard let field = headers[values: .contentType].onlyElement else { return false }
        // Most programs send exactly this text.
        return field == mediaType || Self.names(field, mediaType)
    }

    /// Whether the text of a `Content-Type` names a media type (RFC 9110 section 8.3.1).
    private static func names(_ field: String, _ mediaType: String) -> Bool {
        let parts = field.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(\.trimmed)
        guard parts.first?.lowercased() == mediaType else { return false }
        // With a charset other than UTF-8, the text would be misread. Other parameters have no meaning here.
        return parts.dropFirst().allSatisfy { parameter in
            let text = parameter.lowercased()
            return !text.hasPrefix("charset=") || ["charset=utf-8", "charset=\"utf-8\""].contains(text)
        }
    }
}

/// The name of a member, for the decoder.
private struct MemberName: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

extension Substring.UTF8View {
    /// The text without spaces and tabs at its ends.
    fileprivate var trimmed: Substring {
        var rest = drop(while: Self.isBlank)
        while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
        return Substring(rest)
    }

    private static func isBlank(_ octet: UInt8) -> Bool {
        octet == UInt8(ascii: " ") || octet == UInt8(ascii: "\t")
    }
}

extension DecodingError {
    /// The member of our message that could not be decoded. The name comes from our types, never from the input.
    fileprivate var field: String {
        switch self {
        case .keyNotFound(let key, _): key.stringValue
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.last?.stringValue ?? "body"
        @unknown default: "body"
        }
    }
}
