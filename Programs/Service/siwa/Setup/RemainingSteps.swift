import Foundation
import SignInAPI
import SignInFlows

/// What to do after `siwa setup`, with the values to enter: in Apple's developer account, or with the emulator.
struct RemainingSteps {
    let answers: SetupAnswers
    /// The path of the configuration file.
    let file: String

    private var callback: String { answers.publicURL.callbackURL }
    private var notifications: String { answers.publicURL.origin + Paths.appleNotifications }
    private var domain: String { PublicAddressProbing.host(of: answers.publicURL.origin) }
    /// Whether the Debian package's unit reads the file. Started by hand, the service would make keys for another user.
    private var isPackaged: Bool { file == "/etc/siwa/siwa.json" }

    /// The steps as text, numbered.
    var text: String {
        let before = answers.emulator.map { EmulatorSteps(answers: answers, emulator: $0).steps } ?? appleSteps
        let steps = before + ownSteps
        return steps.enumerated().map { number, lines in
            let first = "\(number + 1). \(lines[0])"
            return ([first] + lines.dropFirst().map { "   " + $0 }).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private var appleSteps: [[String]] {
        let app = [
            "At https://developer.apple.com/account/resources/identifiers choose "
                + "the App ID \(answers.primaryAppID)"
                + (answers.bundleID == nil ? ", or register it: a Services ID needs one." : "."),
            "Tick Sign in with Apple, click Edit, and choose Enable as a primary App ID. Enter as",
            "Server-to-Server Notification Endpoint: \(notifications)",
            "Click Save, Continue, and Save again. Nothing counts before the last Save.",
        ]
        let services = answers.servicesID.map { id in
            [
                "There choose Services IDs and the Services ID \(id), or register it with +.",
                "People see its description when they sign in. Tick Sign in with Apple and click Configure.",
                "Primary App ID: \(answers.primaryAppID)",
                "Domains and Subdomains: \(domain)",
                "Return URLs: \(callback)",
                "Click Next, Done, Continue, and Save.",
            ]
        }
        let key = [
            "Under Keys, choose \(answers.keyID). Sign in with Apple must be enabled, and its primary App ID must be "
                + answers.primaryAppID + ".",
            "A team may have two keys for each primary App ID, so that you can replace one without an interruption.",
        ]
        let mail = answers.mailFrom.map { address in
            [
                "Under Services, open Sign in with Apple for Email Communication, and register \(address) or its domain.",
                "Apple forwards mail to hidden addresses only from registered senders.",
            ]
        }
        let review: [[String]] = answers.bundleID == nil ? [] : [Self.review]
        return [app] + (services.map { [$0] } ?? []) + [key] + (mail.map { [$0] } ?? []) + review
    }

    /// https://developer.apple.com/app-store/review/guidelines/#login-services
    private static let review = [
        "If the app also offers a third-party login, App Review (guideline 4.8) asks for a login that lets people keep",
        "their email address private. Sign in with Apple is one while sign_in.hidden_addresses is allow, as it is now.",
    ]

    private var ownSteps: [[String]] {
        let proxy =
            answers.publicURL.isSecure
            ? [
                [
                    "Let the proxy end TLS for \(domain) and pass requests on to \(answers.listen).",
                    "Documentation/proxies.md has samples for nginx, Caddy and HAProxy.",
                ]
            ] : []
        return proxy + [
            [
                "Check everything:",
                (isPackaged ? "sudo -u siwa " : "") + "siwa doctor --config \(ShellWord.quoted(file))",
            ],
            [
                "Start the service:",
                isPackaged ? "sudo systemctl enable --now siwa" : "siwa serve --config \(ShellWord.quoted(file))",
                "Then open \(answers.publicURL.origin + Paths.webAccount) in a browser.",
            ],
        ]
    }
}
