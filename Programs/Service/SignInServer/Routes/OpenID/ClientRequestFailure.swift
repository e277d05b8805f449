import Logging
import SignInFlows

/// Why the request of an OpenID client failed, and what the log says about it besides the code.
///
/// Clients often show no reason to anybody, so the operator has to find it in the log.
struct ClientRequestFailure: Error {
    let error: any Error
    /// The `client_id`; nil unless such a client is configured, because any other text could be a secret.
    let client: String?
    /// The parameters of the request; nil if it had none that this service could read.
    let parameters: OAuthParameters?

    /// What the log says besides the code.
    func metadata(with code: ErrorCode) -> Logger.Metadata {
        var metadata: Logger.Metadata = [:]
        if let client { metadata["client_id"] = "\(client)" }
        if let parameters, let name = Self.refusedAddress(code) {
            metadata[name] = "\(parameters[name].map(LoggedAddress.text) ?? "none")"
        }
        return metadata
    }

    /// The parameter whose address a code refuses. The operator has to compare it with the configured ones.
    private static func refusedAddress(_ code: ErrorCode) -> String? {
        switch code {
        case .redirectURIRefused: "redirect_uri"
        case .postLogoutRedirectURIRefused: "post_logout_redirect_uri"
        default: nil
        }
    }
}

extension ServiceParts {
    /// Does the work of an OpenID client's request, and names the client in the log if it fails.
    ///
    /// - Parameter client: the `client_id`, if the parameters do not hold it.
    func about<Value: Sendable>(
        _ parameters: @autoclosure () -> OAuthParameters?, client: @autoclosure () -> String? = nil,
        _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch {
            let parameters = parameters()
            let named = client() ?? parameters?["client_id"]
            let known = named.flatMap { environment.openID?.clients.find($0)?.id }
            throw ClientRequestFailure(error: error, client: known, parameters: parameters)
        }
    }
}
