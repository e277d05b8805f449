import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Waiting

/// A minimal browser for a sign-in: it keeps cookies and posts forms, and returns redirects without following them.
final class Browser {
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: String

        var location: String? { headers.first(name: "location") }
        var retryAfter: Int? { headers.first(name: "retry-after").flatMap(Int.init) }
        var isPage: Bool { headers.first(name: "content-type")?.hasPrefix("text/html") ?? false }
        /// Whether the answer sets a session cookie.
        var setsSession: Bool { setCookies.contains { $0.hasPrefix("siwa-session=") } }
        /// The session cookie in the answer, with its value.
        var session: String? {
            setCookies.first { $0.hasPrefix("siwa-session=") }?.split(separator: ";").first.map(String.init)
        }
        var setCookies: [String] { headers["set-cookie"] }

        func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: Data(body.utf8))
        }
    }

    private(set) var cookies: [String: String]

    /// Shared by all browsers, because a failing test would leave its own client open. The client does not handle
    /// cookies.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration.patient
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        // The service closes a connection after ten idle seconds. A request at that moment would get no answer.
        configuration.connectionPool.idleTimeout = .seconds(5)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    init(cookies: [String: String] = [:]) { self.cookies = cookies }

    func get(_ url: String, headers: [String: String] = [:]) async throws -> Answer {
        let answer = try await Self.send(.get, url, headers: headers.merging(cookieField) { $1 })
        keep(answer)
        return answer
    }

    /// Posts a form; a cross-site post carries no Lax cookie.
    func post(
        _ url: String, form: [String: String], isCrossSite: Bool = false, headers: [String: String] = [:]
    ) async throws -> Answer {
        var fields = headers
        fields["sec-fetch-site"] = fields["sec-fetch-site"] ?? (isCrossSite ? "cross-site" : "same-origin")
        if !isCrossSite { fields.merge(cookieField) { $1 } }
        let answer = try await Self.send(.post, url, headers: fields, body: .form(form))
        keep(answer)
        return answer
    }

    /// Sends the same post many times at once, as a proxy that repeats requests or an attacker would.
    func postAtOnce(_ count: Int, _ url: String, form: [String: String]) async throws -> [Answer] {
        let fields = cookieField.merging(["sec-fetch-site": "same-origin"]) { $1 }
        return try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<count {
                group.addTask { try await Self.send(.post, url, headers: fields, body: .form(form)) }
            }
            var answers: [Answer] = []
            for try await answer in group { answers.append(answer) }
            return answers
        }
    }

    private var cookieField: [String: String] {
        guard !cookies.isEmpty else { return [:] }
        return ["cookie": cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")]
    }

    private func keep(_ answer: Answer) {
        for cookie in answer.setCookies {
            let parts = cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let pair = parts.first, let sign = pair.firstIndex(of: "=") else { continue }
            let name = String(pair[..<sign])
            let isGone = parts.contains { $0.lowercased() == "max-age=0" }
            cookies[name] = isGone ? nil : String(pair[pair.index(after: sign)...])
        }
    }
}

extension Browser {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    enum Body {
        case none
        case form([String: String])
        case json(Data)
    }

    /// Sends one request without anything specific to a browser, as an app or `curl` would.
    static func send(
        _ method: Method, _ url: String, headers: [String: String] = [:], body: Body = .none
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method.rawValue)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        switch body {
        case .none: break
        case .form(let fields):
            request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            let pairs = fields.map { "\(encoded($0.key))=\(encoded($0.value))" }
            request.body = .bytes(ByteBuffer(string: pairs.joined(separator: "&")))
        case .json(let data):
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: data))
        }
        let response = try await client.patientAnswer(to: request)
        let body = try await response.body.collect(upTo: 1 << 20)
        return Answer(status: Int(response.status.code), headers: response.headers, body: String(buffer: body))
    }

    private static func encoded(_ text: String) -> String {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
