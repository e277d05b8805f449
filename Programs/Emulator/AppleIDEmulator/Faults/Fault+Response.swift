import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

extension Fault {
    /// Waits at the gate, or for the delay.
    func hold(_ state: EmulatorState) async {
        switch kind {
        case .gate: await state.wait(at: gate ?? "gate")
        case .delay: try? await Task.sleep(for: .milliseconds(delayMs ?? 1_000))
        default: break
        }
    }

    /// The response that replaces the answer.
    func response(
        replacing answer: Answer, state: EmulatorState, connection: EmulatorContext
    ) async throws -> Response {
        switch kind {
        case .gate, .delay:
            if !holdsRequest { await hold(state) }
            return answer.response
        case .status: return replaced(status ?? 503, bytes: Array((body ?? "").utf8))
        case .error:
            let body = OrderedJSON.object([("error", .string(error ?? "invalid_client"))])
            return replaced(status ?? 400, bytes: body.bytes)
        case .garbage: return replaced(status ?? 200, bytes: try garbage(answer))
        case .huge: return huge(size ?? 4 << 20)
        case .endless: return endless()
        case .gzipBomb: return bomb(GzipBomb(unpackedSize: size ?? 1 << 30))
        case .redirect:
            var response = replaced(status ?? 302, bytes: [])
            response.headers.set("Location", location ?? "http://127.0.0.1:9/")
            return response
        case .drip: return dripping(answer)
        case .cut: return cut(answer, state)
        case .halfHeaders:
            await connection.writeHalfHead(of: answer)
            if let gate { await state.wait(at: gate) }
            return await hangUp(connection)
        case .hangUp: return await hangUp(connection)
        case .identityToken:
            let spoilt = variant.flatMap(SpoiltIdentityToken.init)
            return try spoilt?.spoil(answer, state).response ?? answer.response
        case .keySet:
            let spoilt = variant.flatMap(SpoiltKeySet.init)
            return try spoilt?.spoil(answer, size: size, state).response ?? answer.response
        case .forget: return ForgottenIdentifier.replace(in: answer, seed: state.seed).response
        case .noAddress, .noListener: return elsewhere(state).response
        case .certificateExpired, .certificateName, .certificateAuthority, .handshakeReset, .handshakeSlow,
            .greylist, .transformation, .duplicate, .bounceLater:
            // these meet a connection before it has a request, or a dialogue with the relay
            return answer.response
        }
    }

    /// The discovery document with endpoints that cannot be reached. Names under `invalid` never resolve (RFC 6761
    /// §6.4), and nobody listens on the port of the discard service (RFC 863).
    private func elsewhere(_ state: EmulatorState) -> Answer {
        let scheme = state.hasSecureOrigin ? "https" : "http"
        let host = kind == .noAddress ? "apple-id-emulator.invalid" : "127.0.0.1:9"
        return DiscoveryEndpoint(state: state).answer(origin: "\(scheme)://\(host)")
    }

    private func hangUp(_ connection: EmulatorContext) async -> Response {
        await connection.hangUp()
        // never sent, since the connection is closed
        return Response(status: .ok)
    }

    private func garbage(_ answer: Answer) throws -> [UInt8] {
        switch variant.flatMap(Garbage.init) ?? .bytes {
        case .bytes: [0xFF, 0xFE, 0x00, 0x7B, 0x22, 0x80, 0x22, 0x3A, 0x0D, 0x0A, 0x5B]
        case .empty: []
        case .html: Array("<!doctype html><title>502</title><h1>Bad gateway</h1>".utf8)
        case .array: Array("[1,2,3]".utf8)
        case .truncated: Array(answer.body.prefix(answer.body.count / 2))
        case .nested: Array(repeating: UInt8(ascii: "["), count: min(size ?? 100_000, 1 << 24))
        case .duplicates:
            // {"a":1} becomes {"a":1,"a":1}
            Array("{".utf8) + answer.body.dropFirst().dropLast() + Array(",".utf8) + answer.body.dropFirst()
        }
    }

    private var fields: HTTPFields {
        var fields = HTTPFields()
        fields.set("Content-Type", contentType ?? "application/json;charset=UTF-8")
        if let retryAfter { fields.set("Retry-After", String(retryAfter)) }
        for (name, value) in (headers ?? [:]).sorted(by: { $0.key < $1.key }) { fields.set(name, value) }
        return fields
    }

    private func replaced(_ status: Int, bytes: [UInt8]) -> Response {
        Response(
            status: HTTPResponse.Status(code: status), headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Sent in pieces, so that a large body does not fill the emulator's memory.
    private func huge(_ count: Int) -> Response {
        let piece = ByteBuffer(repeating: UInt8(ascii: "["), count: 65_536)
        return Response(
            status: HTTPResponse.Status(code: status ?? 200), headers: fields,
            body: .besideTheLoop(contentLength: count) { writer in
                var left = count
                while left > 0 && !Task.isShuttingDownGracefully {
                    try await writer.write(piece.getSlice(at: 0, length: min(left, piece.readableBytes)) ?? piece)
                    left -= min(left, piece.readableBytes)
                }
                guard left == 0 else { throw FaultEnd() }
                try await writer.finish(nil)
            })
    }

    private func endless() -> Response {
        let chunk = ByteBuffer(repeating: UInt8(ascii: " "), count: 16_384)
        return Response(
            status: .ok, headers: fields,
            body: .besideTheLoop { writer in
                // ends when the client disconnects, since the write then throws, or when the server shuts down
                while !Task.isCancelled && !Task.isShuttingDownGracefully { try await writer.write(chunk) }
                throw FaultEnd()
            })
    }

    private func bomb(_ bomb: GzipBomb) -> Response {
        var fields = fields
        fields.set("Content-Encoding", "gzip")
        return Response(
            status: HTTPResponse.Status(code: status ?? 200), headers: fields,
            body: .besideTheLoop(contentLength: bomb.packedSize) { writer in
                for piece in bomb.pieces {
                    if Task.isShuttingDownGracefully { throw FaultEnd() }
                    try await writer.write(ByteBuffer(bytes: piece))
                }
                try await writer.finish(nil)
            })
    }

    private func dripping(_ answer: Answer) -> Response {
        var response = answer.response
        let bytes = answer.body
        let interval = Duration.milliseconds(intervalMs ?? 100)
        response.body = .besideTheLoop(contentLength: bytes.count) { writer in
            for byte in bytes {
                try await writer.write(ByteBuffer(bytes: [byte]))
                try await Task.sleep(for: interval)
            }
            try await writer.finish(nil)
        }
        return response
    }

    private func cut(_ answer: Answer, _ state: EmulatorState) -> Response {
        var response = answer.response
        let bytes = answer.body
        response.body = .besideTheLoop(contentLength: bytes.count) { [gate] writer in
            try await writer.write(ByteBuffer(bytes: bytes.prefix(bytes.count / 2)))
            if let gate { await state.wait(at: gate) }
            throw FaultEnd()
        }
        return response
    }
}

extension ResponseBody {
    /// A body that is written on Swift's own threads. One without end, whose reader is as fast, never waits: on the event
    /// loop it would keep all other connections of the loop waiting.
    fileprivate static func besideTheLoop(
        contentLength: Int? = nil,
        _ write: @escaping @concurrent @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> ResponseBody {
        ResponseBody(contentLength: contentLength) { writer in
            try await withTaskExecutorPreference(globalConcurrentExecutor) { try await write(&writer) }
        }
    }
}

/// Thrown in the middle of a body, so that the server closes the connection.
struct FaultEnd: Error {}
