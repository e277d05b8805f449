import Crypto
package import Foundation
import SignInWithApple

/// Attempts and sessions. In your app, they are rows of a database, and the transaction that creates the session
/// deletes the nonce.
package actor SignInMemory {
    private static let attemptSeconds: TimeInterval = 600
    private static let sessionSeconds: TimeInterval = 86_400
    private static let mostAttempts = 10_000

    private let now: @Sendable () -> Date
    private var attempts: [String: (nonce: String, endsAt: Date)] = [:]
    /// Sessions by the hash of their token, so that nobody who reads the table can use them.
    private var sessions: [SHA256Digest: (person: AppleUserID, endsAt: Date)] = [:]

    package init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Begins an attempt. Returns `nil` if too many are open, since anybody may begin one.
    func beginAttempt() -> SignInAttempt? {
        let now = now()
        if attempts.count >= Self.mostAttempts { attempts = attempts.filter { now < $0.value.endsAt } }
        guard attempts.count < Self.mostAttempts else { return nil }
        let attempt = SignInAttempt(attempt: Self.randomText(), nonce: Self.randomText())
        attempts[attempt.attempt] = (attempt.nonce, now.addingTimeInterval(Self.attemptSeconds))
        return attempt
    }

    /// An attempt that belongs to one request only.
    struct TakenAttempt {
        let name: String
        let nonce: String
        let endsAt: Date
    }

    /// Takes an attempt. Returns `nil` if there is none, or if another request has taken it.
    func take(_ attempt: String) -> TakenAttempt? {
        guard let kept = attempts.removeValue(forKey: attempt), now() < kept.endsAt else { return nil }
        return TakenAttempt(name: attempt, nonce: kept.nonce, endsAt: kept.endsAt)
    }

    /// Returns an attempt whose token could not be verified yet, so that the app can retry. Its expiry does not change.
    func giveBack(_ attempt: TakenAttempt) {
        attempts[attempt.name] = (attempt.nonce, attempt.endsAt)
    }

    func beginSession(for person: AppleUserID) -> String {
        let now = now()
        sessions = sessions.filter { now < $0.value.endsAt }
        let session = Self.randomText()
        sessions[Self.hash(session)] = (person, now.addingTimeInterval(Self.sessionSeconds))
        return session
    }

    func person(of session: String) -> AppleUserID? {
        guard let kept = sessions[Self.hash(session)], now() < kept.endsAt else { return nil }
        return kept.person
    }

    private static func hash(_ text: String) -> SHA256Digest {
        SHA256.hash(data: Array(text.utf8))
    }

    /// 256 bits from the system's cryptographic random number generator.
    private static func randomText() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
