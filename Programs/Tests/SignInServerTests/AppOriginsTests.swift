import HTTPTypes
import Hummingbird
import NIOCore
import SignInAPI
import SignInFlows
import Testing

@testable import SignInServer

@Suite struct AppOriginsTests {
    /// The host of the page that posts a ticket; nil if it is refused.
    private func host(of origin: String, where page: String) throws -> String? {
        let origins = AppOrigins(
            clients: ClientDirectory([]), existingUsersURL: page,
            publicURL: try #require(PublicURL("https://id.example.com")))
        let head = HTTPRequest(
            method: .post, scheme: "https", authority: "id.example.com", path: Paths.webLink,
            headerFields: [.origin: origin])
        return try? origins.require(Request(head: head, body: RequestBody(buffer: ByteBuffer())))
    }

    @Test(arguments: [
        ("https://www.example.com/welcome", "https://www.example.com"),
        ("https://www.example.com:443/welcome", "https://www.example.com"),
        ("http://www.example.com:80/", "http://www.example.com"),
        ("https://www.example.com:80/", "https://www.example.com:80"),
        ("HTTPS://WWW.example.com:8443", "https://www.example.com:8443"),
    ])
    func `a configured page is known by its origin as browsers write it`(_ page: String, _ origin: String) throws {
        #expect(try host(of: origin, where: page) == "www.example.com")
    }

    @Test(arguments: [
        ("myapp://www.example.com/welcome", "myapp://www.example.com"), ("https:///welcome", "https://"),
        ("https://www.example.com:8443/", "https://www.example.com"),
        ("https://www.example.com/", "https://www.example.com:443"),
        ("https://www.example.com/", "http://www.example.com"), ("/welcome", "null"),
    ])
    func `no other origin is that of a page`(_ page: String, _ origin: String) throws {
        #expect(try host(of: origin, where: page) == nil)
    }
}
