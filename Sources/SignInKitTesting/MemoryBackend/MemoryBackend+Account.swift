public import Foundation
import SignInAPI
public import SignInKit

extension MemoryBackend: PasswordBackend {
    /// Returns the names that lead to the account with a password.
    public func password(_ session: BackendSession) async throws -> PasswordFacts {
        let account = try owner(of: session)
        let names = names(of: account)
        return PasswordFacts(since: names.isEmpty ? nil : account.createdAt, names: names)
    }

    /// Replaces the password of the account. The current one is compared if there is one.
    public func changePassword(to new: Secret, current: Secret?, _ session: BackendSession) async throws {
        let names = names(of: try owner(of: session))
        guard !names.isEmpty else { throw SignInFailure.refused(code: "password_missing", requestID: "") }
        for name in names {
            if let current, passwords[name] != current.exposed {
                throw SignInFailure.refused(code: "password_wrong", requestID: "")
            }
            passwords[name] = new.exposed
        }
    }

    /// Keeps a code in ``resetCodes``, if somebody has this name.
    public func requestPasswordReset(for name: String) async throws {
        try failIfTold()
        if passwords[name] != nil { resetCodes[name] = Secret("code of " + name) }
    }

    /// Sets a new password, and ends the sessions of the account.
    public func resetPassword(code: Secret, to new: Secret) async throws {
        try failIfTold()
        guard let name = resetCodes.first(where: { $0.value == code })?.key else {
            throw SignInFailure.refused(code: "code_invalid", requestID: "")
        }
        resetCodes[name] = nil
        passwords[name] = new.exposed
        if let account = owners[name] { live = live.filter { $0.value.account != account } }
    }

    private func names(of account: SignInAccount) -> [String] {
        owners.filter { $0.value == account.id && passwords[$0.key] != nil }.keys.sorted()
    }
}

extension MemoryBackend: SessionsBackend {
    /// Returns the sessions of the account, newest first.
    public func sessions(_ session: BackendSession) async throws -> [AccountSession] {
        let account = try owner(of: session)
        let current = id(of: session)
        return live.filter { $0.value.account == account.id }
            .sorted { ($0.value.beganAt, $0.key) > ($1.value.beganAt, $1.key) }
            .map {
                AccountSession(
                    id: $0.key, client: "app", platform: "native", isCurrent: $0.key == current,
                    beganAt: $0.value.beganAt, renewedAt: $0.value.renewedAt)
            }
    }

    /// Ends a session of the account. It is no error if there is none.
    public func endSession(_ id: AccountSession.ID, _ session: BackendSession) async throws {
        let account = try owner(of: session)
        if live[id]?.account == account.id { live[id] = nil }
    }

    /// Ends every other session of the account.
    public func endOtherSessions(_ session: BackendSession) async throws -> Int {
        let account = try owner(of: session)
        let current = id(of: session)
        let others = live.filter { $0.value.account == account.id && $0.key != current }.keys
        for id in others { live[id] = nil }
        return others.count
    }
}

extension MemoryBackend: DataCopyBackend {
    /// Returns the account as JSON.
    public func copyOfData(_ session: BackendSession) async throws -> Data {
        try JSONEncoder().encode(["account": try owner(of: session)])
    }
}
