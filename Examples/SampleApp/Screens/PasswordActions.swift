import Foundation
import SignInKit

/// What the app does with passwords. Each call for the settings returns the sentence that the person reads afterwards.
struct PasswordActions {
    let client: SignInClient

    static let changed = "Your password was changed."
    /// The same whether or not somebody has this name.
    static let mailed = "If somebody has this name, a mail with a code is on its way."

    /// Without the current password, the sign-in must be recent.
    func change(from current: String, to new: String) async -> String {
        do throws(SignInFailure) {
            try await client.changePassword(to: Secret(new), current: current.isEmpty ? nil : Secret(current))
            return Self.changed
        } catch {
            return SignInWords.failure(error)
        }
    }

    func requestMail(for name: String) async -> String {
        do throws(SignInFailure) {
            try await client.requestPasswordReset(for: name)
            return Self.mailed
        } catch {
            return SignInWords.failure(error)
        }
    }

    /// Every session ends, this one too. The kit notices it at the next request.
    func reset(with code: String, to new: String) async -> String {
        do throws(SignInFailure) {
            let typed = code.trimmingCharacters(in: .whitespacesAndNewlines)
            try await client.resetPassword(code: Secret(typed), to: Secret(new))
        } catch {
            return SignInWords.failure(error)
        }
        _ = try? await client.readAccount()
        return Self.changed
    }

    /// Answers the question with the account that this password opens. A wrong password leaves the question open.
    func answer(name: String, password: String) async {
        let status = await client.signIn(with: PasswordCredential(user: name, password: Secret(password)))
        guard case .asking(let question) = status.state, question.takes(.session) else { return }
        await client.answer(.session)
    }
}
