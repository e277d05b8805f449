import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A message as JSON.
    static func json(_ message: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return json(bytes: [UInt8](try encoder.encode(message)), status: status)
    }

    /// Ready JSON.
    static func json(bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Sends the browser elsewhere by GET, whatever came (RFC 9110 section 15.4.4).
    static func seeOther(_ location: String, cookies: [Cookie] = []) -> Response {
        var response = Response(status: .seeOther, headers: [.location: location])
        for cookie in cookies { response.setCookie(cookie) }
        return response
    }
}
