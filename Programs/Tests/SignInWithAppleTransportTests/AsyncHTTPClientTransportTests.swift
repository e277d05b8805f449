import NIOCore
import SignInWithApple
import Testing
import Waiting

@Suite struct AsyncHTTPClientTransportTests {
    /// Runs a call against a server and stops both. The deadline is short only in tests that must reach it, so that a
    /// busy machine does not change the result.
    private func call(
        _ behaviour: MisbehavingServer.Behaviour, path: String = "/auth/token", host: String = "127.0.0.1",
        limit: Int = 65_536, deadline: Double = Double(Patience.seconds),
        then check: (MisbehavingServer, Result<TransportResponse, TransportFailure>) async throws -> Void
    ) async throws {
        let server = try await MisbehavingServer.start(behaviour)
        let transport = AsyncHTTPClientTransport.patient
        let request = TransportRequest(
            method: .post, url: "http://\(host):\(server.port)\(path)",
            headers: [(name: "Content-Type", value: "application/x-www-form-urlencoded")], body: Array("a=b".utf8),
            maximumResponseBytes: limit, deadline: deadline)
        let result = await transport.result(of: request)
        try await check(server, result)
        try await transport.shutdown()
        try await server.stop()
    }

    private func failure(
        _ behaviour: MisbehavingServer.Behaviour, limit: Int = 65_536, deadline: Double = Double(Patience.seconds)
    ) async throws -> TransportFailure? {
        var failure: TransportFailure?
        try await call(behaviour, limit: limit, deadline: deadline) { _, result in
            failure = self.failure(in: result)
        }
        return failure
    }

    private func failure(in result: Result<TransportResponse, TransportFailure>) -> TransportFailure? {
        guard case .failure(let failure) = result else { return nil }
        return failure
    }

    @Test func `sends the request as it is and returns the answer whole`() async throws {
        let answer = "HTTP/1.1 400 Bad Request\r\nX-One: 1\r\nContent-Length: 2\r\n\r\n{}"
        try await call(.answer(answer), path: "/auth/token?x=1", host: "idp.localhost") { server, result in
            let response = try result.get()
            #expect(response.status == 400 && response.body == Array("{}".utf8) && response.header("x-one") == "1")
            let request = try #require(server.requests.first)
            #expect(request.hasPrefix("POST /auth/token?x=1 HTTP/1.1\r\n") && request.hasSuffix("\r\n\r\na=b"))
            #expect(request.lowercased().contains("\r\nhost: idp.localhost:\(server.port)\r\n"))
            #expect(!request.lowercased().contains("accept-encoding"))
        }
    }

    @Test func `keeps no call from Apple while sixteen others wait for their answers`() async throws {
        let server = try await MisbehavingServer.start(
            .answers { $0.hasPrefix("POST /auth/revoke ") ? nil : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}" })
        let transport = AsyncHTTPClientTransport.patient
        let port = server.port
        let request = { @Sendable (path: String) in
            TransportRequest(
                method: .post, url: "http://127.0.0.1:\(port)\(path)", headers: [], body: Array("a=b".utf8),
                maximumResponseBytes: 65_536, deadline: Double(Patience.seconds))
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { _ = try? await transport.send(request("/auth/revoke")) } }
            await until { server.requests.count >= 8 }
            await #expect(throws: Never.self) { try await transport.send(request("/auth/token")) }
            group.cancelAll()
        }
        try await transport.shutdown()
        try await server.stop()
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `returns a redirect instead of following it`(status: Int) async throws {
        let answer = "HTTP/1.1 \(status) Elsewhere\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"
        try await call(.answer(answer)) { server, result in
            let response = try result.get()
            #expect(response.status == status)
            #expect(server.requests.count == 1)
        }
    }

    @Test func `takes a body of exactly the limit`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n" + String(repeating: "x", count: 16)
        try await call(.answer(answer), limit: 16) { _, result in
            let response = try result.get()
            #expect(response.body.count == 16)
        }
    }

    @Test func `refuses a body that is announced longer than the limit, without reading it`() async throws {
        #expect(
            try await failure(.answerAndStall("HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n"), limit: 16)
                == .responseTooLarge)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n",
    ])
    func `cuts a body without end at the limit`(head: String) async throws {
        let part = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
        try await call(.flood(head: head, part: part)) { server, result in
            #expect(failure(in: result) == .responseTooLarge)
            // The amount that two socket buffers and one read can hold, which is far less than the flood.
            #expect(server.octetsTaken < 20_000_000)
        }
    }

    @Test func `gives up on header fields without end`() async throws {
        let field = "X-Field: " + String(repeating: "x", count: 8_000) + "\r\n"
        try await call(.flood(head: "HTTP/1.1 200 OK\r\n", part: field)) { server, result in
            #expect(failure(in: result) == .protocolViolated)
            #expect(server.octetsTaken < 20_000_000)
        }
    }

    @Test(arguments: [
        MisbehavingServer.Behaviour.silence, .answerAndStall("HTTP/1.1 200"),
        .answerAndStall("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"),
        .answerAndStall("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{"),
        .drip(every: .milliseconds(20)),
    ])
    func `gives up at the deadline, whatever part of the answer is missing`(behaviour: MisbehavingServer.Behaviour)
        async throws
    {
        #expect(try await failure(behaviour, deadline: 0.3) == .timedOut)
    }

    @Test(arguments: [
        "", "garbage\r\n\r\n", "HTTP/9.9 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nContent", "220 mail.example ESMTP\r\n",
    ])
    func `calls what is not HTTP a violation`(answer: String) async throws {
        #expect(try await failure(.answer(answer)) == .protocolViolated)
    }

    @Test func `a refused connection is no connection`() async throws {
        let port = try RefusingPort()
        let transport = AsyncHTTPClientTransport()
        await #expect(throws: TransportFailure.connectFailed) {
            try await transport.send(TransportRequest(method: .get, url: "http://127.0.0.1:\(port.number)/"))
        }
        try await transport.shutdown()
    }

    @Test func `a server that does not speak TLS proves nothing and is told nothing`() async throws {
        let server = try await MisbehavingServer.start(.answer("HTTP/1.1 200 OK\r\n\r\n"))
        let transport = AsyncHTTPClientTransport(connectTimeout: 1, longestCall: Double(Patience.seconds))
        await #expect(throws: TransportFailure.self) {
            try await transport.send(
                TransportRequest(method: .post, url: "https://127.0.0.1:\(server.port)/", body: Array("secret".utf8)))
        }
        #expect(server.requests.isEmpty)
        try await transport.shutdown()
        try await server.stop()
    }

    @Test(arguments: [
        "http://appleid.apple.com/auth/token", "file:///etc/passwd", "ftp://127.0.0.1/",
        "http://127.0.0.1.evil.example/", "",
        "http://user@127.0.0.1/", "http://192.0.2.1/", "unix:///tmp/socket", "http+unix://x/",
    ])
    func `calls nothing but https and this machine`(url: String) async throws {
        let transport = AsyncHTTPClientTransport()
        await #expect(throws: TransportFailure.addressRefused) {
            try await transport.send(TransportRequest(method: .get, url: url))
        }
        try await transport.shutdown()
    }

    @Test func `calls a plain origin beyond this machine only when told so, and no other port of it`() async throws {
        let server = try await MisbehavingServer.start(.answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
        let port = server.port
        // 0.0.0.0 is not a loopback address, but it leads to this machine.
        let request = TransportRequest(
            method: .get, url: "http://0.0.0.0:\(port)/auth/keys", deadline: Double(Patience.seconds))
        for origins: Set<String> in [
            [], ["http://0.0.0.0"], ["http://0.0.0.0:\(port)/"], ["https://0.0.0.0:\(port)"],
            ["http://10.0.0.0:\(port)"],
        ] {
            let transport = AsyncHTTPClientTransport(allowsPlainHTTPTo: origins)
            await #expect(throws: TransportFailure.addressRefused) { try await transport.send(request) }
            try await transport.shutdown()
        }
        #expect(server.requests.isEmpty)
        let transport = AsyncHTTPClientTransport(
            connectTimeout: Double(Patience.seconds), longestCall: Double(Patience.seconds),
            allowsPlainHTTPTo: ["http://0.0.0.0:\(port)"])
        let response = try await transport.send(request)
        #expect(response.status == 200 && server.requests.count == 1)
        try await transport.shutdown()
        try await server.stop()
    }

    @Test func `a caller that goes away ends its call`() async throws {
        let server = try await MisbehavingServer.start(.silence)
        let transport = AsyncHTTPClientTransport()
        let port = server.port
        let call = Task { () -> TransportFailure? in
            do throws(TransportFailure) {
                _ = try await transport.send(TransportRequest(method: .get, url: "http://127.0.0.1:\(port)/"))
                return nil
            } catch {
                return error
            }
        }
        call.cancel()
        #expect(await call.value == .cancelled)
        try await transport.shutdown()
        try await server.stop()
    }
}
