import AccountStorage
import Foundation

/// A browser that posts Apple's answer again although it has the result already: it took the cookies of the first reply,
/// and lost the way.
///
/// Nothing is handed out: the browser is only sent on, to where the first reply led.
struct ArrivedBrowser: Sendable {
    let environment: SignInEnvironment

    /// Where the browser goes on; nil if it has neither the attempt's session nor its question.
    func find(
        _ secret: AttemptSecret, sessionCookie: String?, question: String?
    ) async throws(SignInError) -> WebSignInOutcome? {
        if let question, question == secret.question(environment.secrets).text { return .asked }
        let (session, attempt) = (secret.sessionID, secret.id)
        guard let sessionCookie,
            SessionTokens(secrets: environment.secrets).readCookie(sessionCookie) == session
        else { return nil }
        let (now, reading) = (environment.instant, SessionReading(environment))
        let found = try await environment.read { records -> SignInAttempt? in
            guard case .success = try reading.judge(session, in: records, at: now) else { return nil }
            return try records.findAttempt(attempt)
        }
        guard let found, let client = environment.clients.find(found.client) else { return nil }
        let target = ReturnTarget.decide(found.returnTarget, allowed: client.returnURLs) ?? .start
        return .arrived(returnTo: target.met(by: session, in: environment))
    }
}
