import Foundation
import SignInAPI

/// Requests in the name of the person who is signed in. A refusal because their session is over is reported as its end.
extension SignInService {
    func answer(_ method: String, _ path: String, to session: BackendSession) async throws(SignInFailure) -> Data {
        do throws(SignInFailure) {
            return try await answer(method, path, accessToken: session.accessToken)
        } catch {
            throw error.ofSession
        }
    }

    func answer(
        _ method: String, _ path: String, _ message: some RequestMessage, to session: BackendSession
    ) async throws(SignInFailure) -> Data {
        do throws(SignInFailure) {
            return try await answer(method, path, message, accessToken: session.accessToken)
        } catch {
            throw error.ofSession
        }
    }

    /// Reads a time of a reply. Another text cannot come from the service.
    static func date(_ text: String) throws(SignInFailure) -> Date {
        guard let date = Timestamp.date(from: text) else { throw .unreachable(retryAfter: nil) }
        return date
    }
}

extension SignInFailure {
    fileprivate var ofSession: SignInFailure { isRefusal(.sessionEnded) ? .sessionEnded : self }
}
