import AccountStorage
import Hummingbird
import SignInFlows

/// Finds out which service of the operator sends a request.
struct ServiceAuthenticator: Sendable {
    let environment: SignInEnvironment
    let operators: OperatorAddresses

    /// The credential of the key that the request carries.
    func authenticate(_ request: Request, for scope: ServiceCredential.Scope) async throws -> ServiceCredential {
        guard let key = try BearerToken.read(request) else { throw RequestRefusal(.authorizationMissing) }
        return try await ServiceCredentials(environment).authenticate(key, for: scope)
    }

    /// For the operator's own routes: from one of their addresses, or with a key from anywhere.
    func requireOperator(_ request: Request, _ context: ServiceContext) async throws {
        guard let key = try BearerToken.read(request), ServiceCredentials.isKey(key) else {
            return try operators.require(context)
        }
        _ = try await ServiceCredentials(environment).authenticate(key, for: .operations)
    }
}
