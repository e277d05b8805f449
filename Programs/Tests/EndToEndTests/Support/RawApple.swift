import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import Testing
import Waiting

/// A proxy between the service and the emulator that breaks answers below HTTP, which the emulator cannot do, and
/// passes on everything else. Each connection carries one request.
final class RawApple: Sendable {
    /// How answers from the token endpoint are broken.
    enum Fault: String, Sendable, CaseIterable, CustomTestStringConvertible {
        case closedUnread = "the connection is closed as it opens"
        case closedUnanswered = "the connection is closed instead of an answer"
        case halfHead = "half a head, then the connection is closed"
        case silentHead = "half a head, then silence"
        case silentBody = "half a body, then silence"
        case nothingOfHTTP = "an answer in another protocol"
        case endlessHead = "a head without end"

        var testDescription: String { rawValue }

        /// The octets to send; `nil` for none.
        var octets: String? {
            switch self {
            case .closedUnread, .closedUnanswered: nil
            case .halfHead, .silentHead: "HTTP/1.1 200 OK\r\nContent-Type: applica"
            case .silentBody: "HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"access_token\":\"a"
            case .nothingOfHTTP: "SSH-2.0-OpenSSH_9.2\r\n"
            case .endlessHead: "HTTP/1.1 200 OK\r\n" + String(repeating: Self.field, count: 40_000)
            }
        }

        /// A field of a thousand octets.
        private static let field = "X-Filler: " + String(repeating: "x", count: 988) + "\r\n"

        var staysOpen: Bool { self == .silentHead || self == .silentBody || self == .endlessHead }
    }

    let url: String
    private let listener: any Channel
    private let rules: Rules

    /// The rules that connections consult when a request has arrived.
    final class Rules: Sendable {
        struct State: Sendable {
            var fault: Fault?
            var emulatorURL = ""
            var spoiled = 0
        }

        let state = Mutex(State())
    }

    init() async throws {
        let rules = Rules()
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RawRequest(rules: rules))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        self.rules = rules
        url = "http://127.0.0.1:\(listener.localAddress?.port ?? 0)"
    }

    /// Sets the destination of requests that are passed on.
    func passOn(to emulatorURL: String) { rules.state.withLock { $0.emulatorURL = emulatorURL } }

    func spoil(_ fault: Fault?) {
        rules.state.withLock {
            $0.fault = fault
            $0.spoiled = 0
        }
    }

    /// How many requests were affected since the fault was set.
    var spoiled: Int { rules.state.withLock { $0.spoiled } }

    func close() async throws { try await listener.close() }
}

/// Reads one request, then breaks the answer or fetches it.
private final class RawRequest: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let rules: RawApple.Rules
    private var received = ""

    init(rules: RawApple.Rules) { self.rules = rules }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(buffer: unwrapInboundIn(data))
        let state = rules.state.withLock { $0 }
        if received.hasPrefix("POST /auth/token"), state.fault == .closedUnread {
            return spoil(.closedUnread, context.channel)
        }
        guard let request else { return }
        received = ""
        if let fault = state.fault, request.path == "/auth/token" { return spoil(fault, context.channel) }
        Self.pass(request, to: state.emulatorURL, for: context.channel)
    }

    private func spoil(_ fault: RawApple.Fault, _ channel: any Channel) {
        rules.state.withLock { $0.spoiled += 1 }
        if let octets = fault.octets { channel.writeAndFlush(ByteBuffer(string: octets), promise: nil) }
        if !fault.staysOpen { channel.close(promise: nil) }
    }

    private struct Request: Sendable {
        let method: String
        let path: String
        let contentType: String?
        let body: String
    }

    /// The request; `nil` until all of it has arrived.
    private var request: Request? {
        guard let end = received.range(of: "\r\n\r\n") else { return nil }
        let lines = received[..<end.lowerBound].split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        func field(_ name: String) -> String? {
            lines.first { $0.lowercased().hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
        }
        let body = received[end.upperBound...]
        guard body.utf8.count >= field("content-length").flatMap(Int.init) ?? 0 else { return nil }
        return Request(
            method: String(words[0]), path: String(words[1]), contentType: field("content-type"), body: String(body))
    }

    private static func pass(_ request: Request, to emulatorURL: String, for channel: any Channel) {
        Task { try await fetch(request, from: emulatorURL, for: channel) }
    }

    private static func fetch(_ request: Request, from emulatorURL: String, for channel: any Channel) async throws {
        var outgoing = HTTPClientRequest(url: emulatorURL + request.path)
        outgoing.method = HTTPMethod(rawValue: request.method)
        if let type = request.contentType { outgoing.headers.add(name: "content-type", value: type) }
        if !request.body.isEmpty { outgoing.body = .bytes(ByteBuffer(string: request.body)) }
        let answer = try await HTTPClient.patient.patientAnswer(to: outgoing)
        let body = try await answer.body.collect(upTo: 1 << 20)
        let head =
            "HTTP/1.1 \(answer.status.code) Passed On\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.readableBytes)\r\nConnection: close\r\n\r\n"
        var octets = ByteBuffer(string: head)
        octets.writeImmutableBuffer(body)
        try await channel.writeAndFlush(octets)
        try await channel.close()
    }
}
