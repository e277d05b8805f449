public import Foundation

extension SignInClient {
    /// Returns everything that the backend has stored about the account, as a file for the person.
    ///
    /// - Throws: like ``readAccount()``.
    public func copyOfData() async throws(SignInFailure) -> Data {
        guard let backend = backend as? any DataCopyBackend else { throw .notSupported }
        return try await withSession { try await backend.copyOfData($0) }
    }
}
