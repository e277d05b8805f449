import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// One way an endpoint can misbehave, and how often.
struct Fault: Sendable, Codable {
    enum Kind: String, Sendable, Codable, CaseIterable {
        /// Answer with `status` and `body` instead.
        case status
        /// The real answer, `delay_ms` later.
        case delay
        /// Hold the answer until the gate is opened.
        case gate
        /// The real answer, a byte at a time, `interval_ms` apart.
        case drip
        /// 200 with bytes that are neither JSON nor text.
        case garbage
        /// A body of `size` bytes.
        case huge
        /// A body that never ends.
        case endless
        /// 302 to `location`.
        case redirect
        /// Half of the real answer, then the connection closes.
        case cut
    }

    let kind: Kind
    /// How many requests it meets; nil means all until it is cleared.
    var times: Int?
    /// Which share of the requests it meets, from 0 to 1, drawn from the seed; nil is all.
    var share: Double?
    /// Only requests of this client; parallel tests keep out of each other's way with it.
    var clientId: String?
    var status: Int?
    var body: String?
    var contentType: String?
    var headers: [String: String]?
    var location: String?
    var gate: String?
    var intervalMs: Int?
    var delayMs: Int?
    var size: Int?
    /// Whether the request takes effect before it goes wrong: a code is then spent although no answer came.
    var afterProcessing: Bool?

    var runsEndpoint: Bool {
        switch kind {
        case .drip, .cut, .delay: true
        case .gate: true
        default: afterProcessing ?? false
        }
    }

    /// What goes out instead of the answer.
    func response(replacing answer: Answer, faults: FaultBoard) async -> Response {
        switch kind {
        case .gate:
            await faults.wait(at: gate ?? "gate")
            return answer.response
        case .delay:
            try? await Task.sleep(for: .milliseconds(delayMs ?? 1_000))
            return answer.response
        case .status: return replaced(status ?? 503, bytes: Array((body ?? "").utf8))
        case .garbage:
            return replaced(status ?? 200, bytes: [0xFF, 0xFE, 0x00, 0x7B, 0x22, 0x80, 0x22, 0x3A, 0x0D, 0x0A, 0x5B])
        case .huge:
            let count = min(size ?? 4 << 20, 1 << 28)
            return replaced(status ?? 200, bytes: Array(repeating: UInt8(ascii: "["), count: count))
        case .redirect:
            var response = replaced(302, bytes: [])
            response.headers.set("Location", location ?? "http://127.0.0.1:9/")
            return response
        case .endless: return endless()
        case .drip: return dripping(answer)
        case .cut: return cut(answer)
        }
    }

    private func replaced(_ status: Int, bytes: [UInt8]) -> Response {
        var fields = HTTPFields()
        fields.set("Content-Type", contentType ?? "application/json;charset=UTF-8")
        for (name, value) in headers ?? [:] { fields.set(name, value) }
        return Response(
            status: HTTPResponse.Status(code: status), headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func endless() -> Response {
        let chunk = ByteBuffer(repeating: UInt8(ascii: " "), count: 16_384)
        return Response(
            status: .ok, headers: [.contentType: contentType ?? "application/json;charset=UTF-8"],
            body: ResponseBody { writer in
                // ends when the reader goes away, since the write then throws, or with the server
                while !Task.isCancelled && !Task.isShuttingDownGracefully { try await writer.write(chunk) }
                throw FaultEnd()
            })
    }

    private func dripping(_ answer: Answer) -> Response {
        var response = answer.response
        let bytes = answer.body
        let interval = Duration.milliseconds(intervalMs ?? 100)
        response.body = ResponseBody(contentLength: bytes.count) { writer in
            for byte in bytes {
                try await writer.write(ByteBuffer(bytes: [byte]))
                try await Task.sleep(for: interval)
            }
            try await writer.finish(nil)
        }
        return response
    }

    private func cut(_ answer: Answer) -> Response {
        var response = answer.response
        let bytes = answer.body
        response.body = ResponseBody(contentLength: bytes.count) { writer in
            try await writer.write(ByteBuffer(bytes: bytes.prefix(bytes.count / 2)))
            throw FaultEnd()
        }
        return response
    }
}

/// Thrown in the middle of a body: the server then closes the connection.
struct FaultEnd: Error {}
