import HTTPTypes
import HummingbirdTesting
import NIOCore

/// An answer of the service under test.
struct TestResponse: Sendable {
    let head: HTTPResponse
    let body: ByteBuffer

    var status: HTTPResponse.Status { head.status }
    var headers: HTTPFields { head.headerFields }
}

/// Sends requests to the service's router, or over one connection to its socket.
struct ServiceClient: Sendable {
    private enum Way: Sendable {
        case router(any TestClientProtocol)
        case socket(TestClient)
    }

    private let way: Way
    /// Where the service listens; `nil` without sockets.
    let port: Int?

    init(router: any TestClientProtocol) {
        way = .router(router)
        port = nil
    }

    init(connection: TestClient, port: Int) {
        way = .socket(connection)
        self.port = port
    }

    func executeRequest(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        switch way {
        case .router(let client):
            let answer = try await client.executeRequest(uri: uri, method: method, headers: headers, body: body)
            return TestResponse(head: answer.head, body: answer.body)
        case .socket(let connection):
            var headers = headers
            headers[.connection] = "keep-alive"
            let answer = try await connection.execute(
                TestClient.Request(uri, method: method, authority: "localhost", headers: headers, body: body))
            return TestResponse(head: answer.head, body: answer.body ?? ByteBuffer())
        }
    }
}
