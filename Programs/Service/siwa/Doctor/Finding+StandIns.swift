import SignInFlows
import SignInServer

/// What a trial needs and nobody else should meet.
extension Finding {
    /// An emulator in Apple's place, and the demo page. Under https, other people can reach them.
    static func standIns(_ settings: ServerConfiguration) -> [Finding] {
        let level: Level = settings.publicURL?.isSecure == true ? .failure : .warning
        var findings: [Finding] = []
        if let emulator = settings.emulatorOrigin {
            findings.append(
                Finding(
                    code: "apple_is_an_emulator", level: level, subject: emulator,
                    meaning: "The service takes an emulator for Apple, where anybody can sign in as anybody.",
                    advice: "Remove apple.base_url before people use the service.", evidence: .documented))
        }
        if settings.isDemo {
            findings.append(
                Finding(
                    code: "demo_is_on", level: level, subject: "demo",
                    meaning: "The demo page, which is for trials, is served at /.",
                    advice: "Remove demo before people use the service.", evidence: .documented))
        }
        return findings
    }
}
