import Foundation
import JSONWebTokens
import SignInWithApple

/// Compares the issuer in Apple's discovery document with the one that tokens must have.
struct DiscoveryProbing: Sendable {
    let endpoints: AppleEndpoints
    let transport: any HTTPTransport

    private var url: String {
        endpoints.authorize.replacing("/auth/authorize", with: "/.well-known/openid-configuration")
    }

    func finding() async -> Finding {
        do throws(TransportFailure) {
            let response = try await transport.send(
                TransportRequest(method: .get, url: url, headers: [("Accept", "application/json")]))
            return Self.finding(url, response, expected: endpoints.issuer, isApple: endpoints == .apple)
        } catch {
            return .discoveryNotFetched(url, error.code)
        }
    }

    static func finding(_ url: String, _ response: TransportResponse, expected: String, isApple: Bool) -> Finding {
        guard response.status == 200,
            let document = try? StrictJSONReader.readObject(response.body, limits: .standard),
            let issuer = document.text("issuer")
        else { return .discoveryNotFetched(url, "status \(response.status)") }
        return issuer == expected ? .issuerAgrees(issuer) : .issuerDiffers(issuer, expected: expected, isApple: isApple)
    }
}

extension Finding {
    static func issuerAgrees(_ issuer: String) -> Finding {
        .fine("issuer_agrees", issuer, "Apple's discovery document names the issuer that tokens must have.")
    }

    /// The service never takes the issuer from the document.
    static func issuerDiffers(_ found: String, expected: String, isApple: Bool) -> Finding {
        guard isApple else {
            return Finding(
                code: "issuer_differs", level: .failure, subject: found,
                meaning: "The emulator's tokens have another issuer than \(expected), so every sign-in is refused.",
                advice: "Set apple.issuer to the issuer with which the emulator was started.", evidence: .documented)
        }
        return Finding(
            code: "issuer_differs", level: .warning, subject: found,
            meaning: "Apple's discovery document names another issuer than \(expected).",
            advice:
                "Do nothing while people can sign in: in June 2025 the document was wrong for days and the tokens were "
                + "not. Other software that follows the document may fail.", evidence: .observed)
    }

    static func discoveryNotFetched(_ url: String, _ code: String) -> Finding {
        Finding(
            code: "discovery_not_fetched", level: .warning, subject: url,
            meaning: "Apple's discovery document could not be read: \(code).",
            advice: "Nothing here depends on it. Check the network if other questions were not answered either.",
            evidence: .documented)
    }
}
