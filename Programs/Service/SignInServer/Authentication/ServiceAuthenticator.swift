import AccountStorage
import Hummingbird
import SignInFlows

/// Determines which of the operator's services sent a request.
struct ServiceAuthenticator: Sendable {
    let environment: SignInEnvironment
    let operators: OperatorAddresses

    /// The credential that belongs to the request's key.
    func authenticate(_ request: Request, for scope: ServiceCredential.Scope) async throws -> ServiceCredential {
        guard let key = try BearerToken.read(request) else { throw RequestRefusal(.serviceKeyMissing) }
        return try await ServiceCredentials(environment).authenticate(key, for: scope)
    }

    /// Admits the operator: from an allowed address and under a name of ours, or from anywhere with a key.
    func requireOperator(_ request: Request, _ context: ServiceContext) async throws {
        guard let key = try BearerToken.read(request), ServiceCredentials.isKey(key) else {
            return try operators.require(request, context)
        }
        _ = try await ServiceCredentials(environment).authenticate(key, for: .operations)
    }
}
