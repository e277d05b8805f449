import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A browser reduced to what a sign-in needs: cookies, forms, and redirects that are looked at instead of followed.
final class Browser {
    struct Answer {
        let status: Int
        let location: String?
        let body: String
    }

    private(set) var cookies: [String: String] = [:]
    private let client: HTTPClient

    init() {
        client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
    }

    func close() async throws { try await client.shutdown() }

    func get(_ url: String) async throws -> Answer {
        try await answer(to: HTTPClientRequest(url: url), sendingCookies: true)
    }

    /// Posts a form; a cross-site post carries no Lax cookie.
    func post(_ url: String, form: [String: String], isCrossSite: Bool = false) async throws -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        if !isCrossSite { request.headers.add(name: "sec-fetch-site", value: "same-origin") }
        let pairs = form.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }
        request.body = .bytes(ByteBuffer(string: pairs.joined(separator: "&")))
        return try await answer(to: request, sendingCookies: !isCrossSite)
    }

    /// Posts JSON and decodes the answer.
    func post<Reply: Decodable>(_ url: String, json: [String: String], as type: Reply.Type) async throws -> Reply {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: json)))
        let reply = try await answer(to: request, sendingCookies: false)
        return try JSONDecoder().decode(type, from: Data(reply.body.utf8))
    }

    private func answer(to request: HTTPClientRequest, sendingCookies: Bool) async throws -> Answer {
        var request = request
        if sendingCookies, !cookies.isEmpty {
            let line = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
            request.headers.add(name: "cookie", value: line)
        }
        let response = try await client.execute(request, timeout: .seconds(20))
        let body = try await response.body.collect(upTo: 1 << 20)
        for cookie in response.headers["set-cookie"] { keep(cookie) }
        return Answer(
            status: Int(response.status.code), location: response.headers.first(name: "location"),
            body: String(buffer: body))
    }

    private func keep(_ cookie: String) {
        let parts = cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let pair = parts.first, let sign = pair.firstIndex(of: "=") else { return }
        let name = String(pair[..<sign])
        let isGone = parts.contains { $0.lowercased() == "max-age=0" }
        cookies[name] = isGone ? nil : String(pair[pair.index(after: sign)...])
    }

    private static func encoded(_ text: String) -> String {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
