package import HTTPTypes
package import NIOCore

/// Writes the head of an answer, and says how its content is framed.
package enum ReplyHead {
    /// How the peer knows where the content ends (RFC 9112 §6.3).
    package enum Framing: Sendable, Equatable {
        /// There is none.
        case empty
        /// After this many octets.
        case length(Int)
        case chunked
        /// When the connection closes: for clients that understand no chunks.
        case untilClose
    }

    /// The answer to what is no request.
    static let badRequest = ByteBuffer(
        string: "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")

    /// The answer that asks for the content.
    static let goOn = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")

    /// Appends the head.
    ///
    /// - Parameters:
    ///   - request: the request that is answered.
    ///   - isLast: whether the connection closes afterwards.
    ///   - common: the fields that every answer has.
    package static func write(
        _ status: HTTPResponse.Status, _ fields: HTTPFields, to request: ReceivedHead, isLast: Bool,
        _ common: CommonFields, into buffer: inout ByteBuffer
    ) -> Framing {
        buffer.writeStaticString("HTTP/1.1 ")
        buffer.writeString(String(status.code))
        buffer.writeStaticString(" ")
        buffer.writeString(status.reasonPhrase)
        buffer.writeStaticString("\r\n")
        let mayHaveContent = status.mayHaveContent
        var length: Int?
        for field in fields {
            switch field.name {
            // Ours follows.
            case .transferEncoding, .date, .connection: continue
            case .contentLength:
                guard mayHaveContent, let octets = Int(field.value) else { continue }
                length = octets
            default: break
            }
            write(field.name.rawName, field.value, into: &buffer)
        }
        let framing = Self.framing(
            length, mayHaveContent: mayHaveContent && request.request.method != .head, request)
        if framing == .chunked { buffer.writeStaticString("Transfer-Encoding: chunked\r\n") }
        if isLast || framing == .untilClose { buffer.writeStaticString("Connection: close\r\n") }
        common.write(besides: fields, to: &buffer)
        buffer.writeStaticString("\r\n")
        return framing
    }

    private static func framing(_ length: Int?, mayHaveContent: Bool, _ request: ReceivedHead) -> Framing {
        guard mayHaveContent else { return .empty }
        if let length { return .length(length) }
        return request.understandsChunks ? .chunked : .untilClose
    }

    private static func write(_ name: String, _ value: String, into buffer: inout ByteBuffer) {
        buffer.writeString(name)
        buffer.writeStaticString(": ")
        buffer.writeString(value)
        buffer.writeStaticString("\r\n")
    }
}

extension HTTPResponse.Status {
    /// RFC 9112 §6.3: an answer with one of the other codes ends with its head.
    fileprivate var mayHaveContent: Bool { code >= 200 && code != 204 && code != 304 }
}
