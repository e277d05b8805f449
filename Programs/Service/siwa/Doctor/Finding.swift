/// One result of `siwa doctor`: what was looked at, and what it means.
struct Finding: Sendable, Equatable {
    enum Level: String, Sendable {
        case fine, warning, failure
        /// Could not be decided, because somebody did not answer.
        case unknown
    }

    /// How well a meaning is known, since Apple documents few of its refusals.
    enum Evidence: String, Sendable {
        /// Apple or a standard says so.
        case documented
        /// Developers saw it at Apple's servers.
        case observed
        /// Our conclusion from the other results.
        case judged
    }

    /// The stable name of what was found.
    let code: String
    let level: Level
    /// The setting, file, key or client that was looked at.
    let subject: String
    /// What it means, in one sentence.
    let meaning: String
    /// What to do about it; nil if nothing is wrong.
    let advice: String?
    let evidence: Evidence
}

extension Finding {
    static func fine(_ code: String, _ subject: String, _ meaning: String) -> Finding {
        Finding(code: code, level: .fine, subject: subject, meaning: meaning, advice: nil, evidence: .documented)
    }
}
