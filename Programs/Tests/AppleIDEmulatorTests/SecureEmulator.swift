import AsyncHTTPClient
import Foundation
import HTTPServing
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SwiftASN1
import Waiting
import X509

@testable import AppleIDEmulator

/// An emulator that listens with TLS, and clients that verify its certificate.
struct SecureEmulator: Sendable {
    let emulator: TestEmulator

    init(_ adjust: (inout EmulatorConfiguration) -> Void = { _ in }) throws {
        emulator = try TestEmulator {
            $0.listen = ListenAddress(host: "127.0.0.1", port: 0)
            $0.controlListen = ListenAddress(host: "127.0.0.1", port: 0)
            $0.tls = true
            adjust(&$0)
        }
    }

    /// Runs the emulator while `body` uses it.
    func run<Value: Sendable>(_ body: @escaping @Sendable (SecureCaller) async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await emulator.server.run() }
            defer { group.cancelAll() }
            let baseURL = try await emulator.server.baseURL
            let controlURL = try await emulator.server.controlURL
            return try await body(
                SecureCaller(
                    baseURL: baseURL, controlURL: controlURL ?? "",
                    authority: try emulator.server.authorityCertificate ?? ""))
        }
    }
}

/// Calls an emulator over TLS, and its control calls without.
struct SecureCaller: Sendable {
    let baseURL: String
    let controlURL: String
    let authority: String

    struct Answer: Sendable {
        let status: Int
        let text: String
        let cookies: [String]
    }

    var port: Int { baseURL.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// One request on a connection of its own, from a client that trusts these authorities.
    func get(_ path: String, at origin: String? = nil, trusting authorities: [String]? = nil) async throws -> Answer {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(
            try (authorities ?? [authority]).flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) })
        var configuration = HTTPClient.Configuration.patient
        configuration.tlsConfiguration = tls
        // a second attempt would hide a fault that happens once
        configuration.connectionPool.retryConnectionEstablishment = false
        return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            try await answer(client, HTTPClientRequest(url: (origin ?? baseURL) + path))
        }
    }

    func control(_ path: String, _ json: String? = nil) async throws -> Answer {
        var request = HTTPClientRequest(url: controlURL + "/_emulator" + path)
        if let json {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: json))
        }
        return try await answer(.patient, request)
    }

    func fault(_ members: String) async throws {
        _ = try await control("/faults", "{\"endpoint\":\"connection\",\"fault\":{\(members)}}")
    }

    private func answer(_ client: HTTPClient, _ request: HTTPClientRequest) async throws -> Answer {
        let response = try await client.patientAnswer(to: request)
        let body = try await response.body.collect(upTo: 1 << 20)
        return Answer(
            status: Int(response.status.code), text: String(buffer: body), cookies: response.headers["Set-Cookie"])
    }

    /// The certificate that a client sees that accepts any.
    func shownCertificate(version: TLSVersion? = nil) async throws -> Certificate {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let version { (configuration.minimumTLSVersion, configuration.maximumTLSVersion) = (version, version) }
        let context = try NIOSSLContext(configuration: configuration)
        let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
        let shown = eventLoop.makePromise(of: [UInt8].self)
        let channel = try await ClientBootstrap(group: eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = try NIOSSLClientHandler(
                        context: context, serverHostname: "localhost",
                        customVerificationCallback: { certificates, verified in
                            shown.completeWith(Result { try certificates.first?.toDERBytes() ?? [] })
                            verified.succeed(.certificateVerified)
                        })
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .connectTimeout(Patience.time)
            .connect(host: "127.0.0.1", port: port).get()
        channel.closeFuture.whenComplete { _ in shown.fail(ChannelError.eof) }
        let certificate = try await Certificate(derEncoded: shown.futureResult.get())
        try? await channel.close()
        return certificate
    }
}
