public import Foundation
import SignInAPI

/// The sign-in service returns all data that it holds about a person.
@_spi(SignInPrograms) extension SignInService: DataCopyBackend {
    /// Returns the copy as JSON. Secrets are named in it, but never shown.
    public func copyOfData(_ session: BackendSession) async throws -> Data {
        try await answer("GET", Paths.accountExport, to: session)
    }
}
