/// What may keep people from signing in, as far as an app can find out: for its developer, in English.
///
/// It contains no secret and nothing about a person: names from the app's configuration, codes and numbers.
public struct SignInDiagnosis: Sendable, Equatable, CustomStringConvertible {
    /// What was looked at.
    public enum Topic: String, Sendable, CaseIterable {
        /// The capability *Sign in with Apple* in the profile of this build.
        case entitlement
        /// The service's address.
        case address
        /// The app's name in the service's configuration.
        case client
        /// This device's clock.
        case clock
        /// The keychain, or whatever keeps the session.
        case storage
        /// The last error of Apple's sheet since the app started.
        case sheet
    }

    /// What it means.
    public enum Verdict: String, Sendable, CaseIterable {
        /// Nothing is wrong with it.
        case good
        /// People cannot sign in like this, or stay signed in.
        case wrong
        /// It could not be found out.
        case unknown
    }

    /// One thing that was looked at.
    public struct Finding: Sendable, Equatable, CustomStringConvertible {
        /// What was looked at.
        public let topic: Topic
        /// What it means.
        public let verdict: Verdict
        /// What was found, and what to do.
        public let text: String

        /// The finding in one line.
        public var description: String { "\(topic.rawValue): \(verdict.rawValue). \(text)" }

        init(_ topic: Topic, _ verdict: Verdict, _ text: String) {
            self.topic = topic
            self.verdict = verdict
            self.text = text
        }
    }

    /// One finding for each topic, in the order of the topics.
    public let findings: [Finding]

    /// Whether nothing was found to be wrong.
    public var isGood: Bool { !findings.contains { $0.verdict == .wrong } }

    /// The findings, one in each line.
    public var description: String { findings.map(\.description).joined(separator: "\n") }
}
