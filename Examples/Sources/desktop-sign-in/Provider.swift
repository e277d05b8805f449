import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The service, as its discovery document describes it. The tokens come over https from the service itself, so their
/// signatures need no check (OpenID Connect Core section 3.1.3.7, number 6).
struct Provider: Decodable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: URL
    let userinfoEndpoint: URL
}

/// The answer of the token endpoint, as far as this program uses it.
struct Tokens: Decodable {
    let accessToken: String
}

/// The answer of the userinfo endpoint. What is not known is absent.
struct Person: Decodable {
    let subject: String
    let name: String?
    let email: String?

    enum CodingKeys: String, CodingKey {
        case subject = "sub"
        case name, email
    }
}

extension Provider {
    init(issuer: URL) async throws {
        let document = issuer.appendingPathComponent(".well-known/openid-configuration")
        self = try await Self.answer(to: URLRequest(url: document))
        // Otherwise another provider could stand in for this one (OpenID Connect Discovery section 4.3).
        guard self.issuer == issuer.absoluteString else {
            throw SignInFailure.refused("The service calls itself \(self.issuer). Use that as SIWA_URL.")
        }
    }

    func exchange(_ code: String, of attempt: Attempt) async throws -> Tokens {
        var request = URLRequest(url: tokenEndpoint)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let form = Form.encode([
            ("grant_type", "authorization_code"), ("code", code), ("client_id", attempt.client),
            ("redirect_uri", attempt.redirectURI), ("code_verifier", attempt.verifier),
        ])
        request.httpBody = Data(form.utf8)
        return try await Self.answer(to: request)
    }

    func person(with accessToken: String) async throws -> Person {
        var request = URLRequest(url: userinfoEndpoint)
        request.setValue("Bearer \(accessToken)", forHTTPHeaderField: "Authorization")
        return try await Self.answer(to: request)
    }

    private static let session = URLSession(configuration: .ephemeral, delegate: RedirectRefusal(), delegateQueue: nil)

    private static func answer<Answer: Decodable>(to request: URLRequest) async throws -> Answer {
        let (body, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else {
            throw SignInFailure.refused("\(request.url?.path ?? "") was answered with the status \(status).")
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Answer.self, from: body)
    }
}

/// Refuses redirects, because they would take the code and the access token to another host. The redirect itself is the
/// answer.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
