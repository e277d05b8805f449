import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// Shared, because it is never reconfigured and keeps nothing of a message.
    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// Encodes a message as JSON.
    static func json(_ message: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(message))))
    }

    /// Sends a reply that writes itself.
    static func json(_ reply: some WrittenReply, status: HTTPResponse.Status = .ok) -> Response {
        json(bytes: reply.json, status: status)
    }

    /// Sends JSON that is already encoded.
    static func json(bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Redirects the browser with GET, whatever the method of the request was (RFC 9110 §15.4.4).
    static func seeOther(_ location: String, cookies: [Cookie] = []) -> Response {
        var response = Response(status: .seeOther, headers: [.location: location])
        for cookie in cookies { response.setCookie(cookie) }
        return response
    }
}
