import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// The JSON calls of the load generator, which runs in a separate process from the service.
struct HTTPCalls: Sendable {
    private let client: HTTPClient

    /// Allows as many connections as there are concurrent calls. The client's default limit is eight.
    private init(connections: Int) {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Provides calls while the body runs.
    static func with<Result>(connections: Int, _ body: (HTTPCalls) async throws -> Result) async throws -> Result {
        let calls = HTTPCalls(connections: connections)
        do {
            let result = try await body(calls)
            try await calls.client.shutdown()
            return result
        } catch {
            try? await calls.client.shutdown()
            throw error
        }
    }

    /// Posts an object and decodes the answer.
    func post<Answer: Decodable>(_ url: String, _ body: [String: String], as type: Answer.Type) async throws -> Answer {
        try JSONDecoder().decode(type, from: try await post(url, JSONSerialization.data(withJSONObject: body)))
    }

    /// Posts bytes. Any status but 200 is an error.
    func post(_ url: String, _ body: Data) async throws -> Data {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: body))
        return try await answer(to: request)
    }

    func get(_ url: String, bearer: String? = nil) async throws -> Data {
        var request = HTTPClientRequest(url: url)
        if let bearer { request.headers.add(name: "authorization", value: "Bearer \(bearer)") }
        return try await answer(to: request)
    }

    private func answer(to request: HTTPClientRequest) async throws -> Data {
        let reply = try await client.execute(request, timeout: .seconds(30))
        let body = Data(buffer: try await reply.body.collect(upTo: 1 << 20))
        guard (200..<300).contains(reply.status.code) else {
            throw BenchmarkFault(
                "\(request.url) answered \(reply.status.code): \(String(decoding: body, as: UTF8.self))")
        }
        return body
    }

    /// Runs `count` calls over this many connections. Returns the milliseconds of each call and the seconds for all.
    static func load(
        _ count: Int, connections: Int, _ call: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> (milliseconds: [Double], seconds: Double) {
        let started = Date()
        let spent = try await withThrowingTaskGroup(of: [Double].self) { group in
            for connection in 0..<connections {
                group.addTask {
                    var spent: [Double] = []
                    for index in stride(from: connection, to: count, by: connections) {
                        let before = Date()
                        try await call(index)
                        spent.append(Date().timeIntervalSince(before) * 1_000)
                    }
                    return spent
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return (spent.sorted(), Date().timeIntervalSince(started))
    }

    /// Lets every client perform `each` steps in sequence. Each step receives the state that the previous one returned.
    static func load<State: Sendable>(
        clients: [State], each steps: Int, _ step: @escaping @Sendable (State) async throws -> State
    ) async throws -> (milliseconds: [Double], seconds: Double, clients: [State]) {
        let started = Date()
        let spent = try await withThrowingTaskGroup(of: (State, [Double]).self) { group in
            for client in clients {
                group.addTask {
                    var state = client
                    var spent: [Double] = []
                    for _ in 0..<steps {
                        let before = Date()
                        state = try await step(state)
                        spent.append(Date().timeIntervalSince(before) * 1_000)
                    }
                    return (state, spent)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return (spent.flatMap(\.1).sorted(), Date().timeIntervalSince(started), spent.map(\.0))
    }
}
