public import Foundation

/// A backend that gives people a copy of their data. The errors are those of ``SignInBackend``.
public protocol DataCopyBackend: SignInBackend {
    /// Returns everything that is stored about the account, as a file: JSON at the sign-in service.
    func copyOfData(_ session: BackendSession) async throws -> Data
}
