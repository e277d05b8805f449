import Foundation
import HTTPConnections
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SignInAPI
import TestDoubles
import Testing
import Waiting

@testable import SignInServer

/// Clients that hold connections, on real sockets. Each test shortens the one time that it is about; nothing here asserts
/// how long something takes.
@Suite struct ConnectionLimitTests {
    private static let live = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let errors = "GET /errors HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private static func service(_ adjust: (inout ServiceLimits) -> Void) throws -> TestService {
        try TestService(adjust: adjust)
    }

    @Test func `clients that read no answer lose their connections, and others are served`() async throws {
        let service = try Self.service { limits in
            limits.maximumConnections = 3
            limits.times.stalledAnswer = .milliseconds(300)
        }
        try await service.serve { port in
            // More connections than the limit, each with more pending answers than the system buffers.
            let slow = try (0..<6).map { _ in try #require(RawConnection(port: port)) }
            for connection in slow { connection.send(String(repeating: Self.errors, count: 20)) }
            let honest = try #require(RawConnection(port: port))
            honest.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(await honest.readToEnd()?.hasPrefix("HTTP/1.1 200 ") == true)
            for connection in slow { #expect(await connection.isReset()) }
        }
    }

    @Test func `a client that sends a hundred requests ahead is cut off`() async throws {
        try await Self.service { _ in }.run(.live) { caller in
            let connection = try caller.connect()
            connection.send(String(repeating: Self.errors, count: 120))
            let answers = try #require(await connection.readToEnd())
            #expect(answers.components(separatedBy: "HTTP/1.1 200 ").count - 1 < 10)
        }
    }

    @Test func `requests that are sent ahead are answered one after the other`() async throws {
        try await Self.service { _ in }.run(.live) { caller in
            let connection = try caller.connect()
            connection.send(String(repeating: Self.errors, count: 9))
            connection.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" + Self.live)
            connection.hangUpSending()
            let answers = try #require(await connection.readToEnd())
            #expect(answers.components(separatedBy: "HTTP/1.1 200 ").count - 1 == 10)
            #expect(answers.hasSuffix(#"{"status":"live"}"#))
        }
    }

    @Test func `a request after the last answer does not keep the connection`() async throws {
        let service = try Self.service { $0.times.idle = .seconds(2) }
        try await service.run(.live) { caller in
            let connection = try caller.connect()
            connection.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" + Self.live)
            #expect(await connection.readToEnd()?.hasSuffix(#"{"status":"live"}"#) == true)
            // Data sent to a closed connection is answered with a reset.
            await until {
                connection.send(Self.live)
                return await connection.isReset(milliseconds: 20)
            }
        }
    }

    @Test func `one network does not hold more than its share of the connections`() async throws {
        let service = try Self.service { limits in
            limits.ownMachine = []
            limits.maximumConnectionsPerNetwork = 3
        }
        try await service.run(.live) { caller in
            let held = try (0..<3).map { _ in try caller.connect() }
            for connection in held { connection.send(Self.live) }
            for connection in held { #expect(await connection.getsNews()) }
            let further = try caller.connect()
            further.send(Self.live)
            #expect(await further.readToEnd() == "")
            held[0].hangUp()
            // The freed connection becomes available, but not necessarily at once.
            var metrics = ""
            try await until {
                let again = try caller.connect()
                again.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                metrics = await again.readToEnd() ?? ""
                return !metrics.isEmpty
            }
            #expect(metrics.contains("siwa_connections_refused_total"))
        }
        #expect(service.log.all.contains { $0.contains("maximum_connections_per_network") })
    }

    @Test func `a head that drips is cut off, whatever comes`() async throws {
        let service = try Self.service { $0.times.idle = .milliseconds(300) }
        try await service.run(.live) { caller in
            let connection = try caller.connect()
            connection.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-A: ")
            while await !connection.getsNews(milliseconds: 20), connection.send("a") {}
            #expect(connection.hasNews())
        }
    }

    @Test func `connections beyond the cap wait until another one ends`() async throws {
        let service = try Self.service { $0.maximumConnections = 2 }
        try await service.serve { port in
            let held = try (0..<2).map { _ in try #require(RawConnection(port: port)) }
            for connection in held {
                connection.send(Self.live)
                #expect(await connection.getsNews())
            }
            let waiting = try #require(RawConnection(port: port))
            waiting.send(Self.live)
            #expect(await !waiting.getsNews(milliseconds: 200))
            held[0].hangUp()
            #expect(await waiting.getsNews())
            held[1].hangUp()
        }
    }
}
