import JSONWebTokens
import SignInFlows
import SignInWithApple

/// Asks for the discovery document of the OpenID Provider under its public address, as OpenID clients do.
struct ProviderProbing: Sendable {
    let url: PublicURL
    let transport: any HTTPTransport

    func finding() async -> Finding {
        let address = url.origin + ClientText.discoveryPath
        do throws(TransportFailure) {
            let response = try await transport.send(
                TransportRequest(method: .get, url: address, headers: [("Accept", "application/json")]))
            return Self.finding(address, response, expected: url.origin)
        } catch {
            return .providerSilent(address, error.code)
        }
    }

    /// Clients compare the issuer byte by byte (OpenID Connect Discovery section 4.3).
    static func finding(_ address: String, _ response: TransportResponse, expected: String) -> Finding {
        guard response.status == 200,
            let document = try? StrictJSONReader.readObject(response.body, limits: .standard),
            let issuer = document.text("issuer")
        else { return .providerNotDiscovered(address, status: response.status) }
        guard issuer.utf8.elementsEqual(expected.utf8) else {
            return .providerIssuerDiffers(issuer, expected: expected)
        }
        return .fine("openid_issuer_agrees", issuer, "OpenID clients find the provider under its issuer.")
    }
}

extension Finding {
    static func providerSilent(_ address: String, _ code: String) -> Finding {
        Finding(
            code: "openid_discovery_silent", level: .unknown, subject: address,
            meaning: "The discovery document of the OpenID Provider could not be fetched: \(code).",
            advice: "Run the doctor again. If only this path fails, look into the proxy's log.",
            evidence: .documented)
    }

    static func providerNotDiscovered(_ address: String, status: Int) -> Finding {
        Finding(
            code: "openid_discovery_missing", level: .failure, subject: address,
            meaning: "openid.enabled is set, and the address answers with status \(status) and no discovery document.",
            advice:
                "Restart the service if it started before the setting. Otherwise let the proxy pass every path on, "
                + "without a redirect.", evidence: .documented)
    }

    static func providerIssuerDiffers(_ found: String, expected: String) -> Finding {
        Finding(
            code: "openid_issuer_differs", level: .failure, subject: found,
            meaning: "The discovery document names another issuer than public_url, \(expected).",
            advice:
                "Restart the service if public_url was changed. Clients refuse every token whose issuer is not the one "
                + "in their settings, so change it there too.", evidence: .documented)
    }
}
