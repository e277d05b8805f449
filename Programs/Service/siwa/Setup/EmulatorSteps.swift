import Foundation
import HTTPServing
import JSONWebTokens
import SignInAPI
import SignInFlows

/// How to start an emulator that knows the service of these answers, and that tells it of notifications.
struct EmulatorSteps {
    let answers: SetupAnswers
    /// The emulator's origin.
    let emulator: String

    private var callback: String { answers.publicURL.callbackURL }
    private var notifications: String { answers.publicURL.origin + Paths.appleNotifications }

    /// The steps, each as its lines.
    var steps: [[String]] { isExample ? exampleSteps : fileSteps }

    /// Whether the emulator knows team, key and clients without a file.
    private var isExample: Bool {
        answers.teamID == "EMUTEAM001" && answers.keyID == "EMUKEY0001"
            && URL(fileURLWithPath: answers.keyFile).lastPathComponent == "AuthKey_EMUKEY0001.p8"
            && answers.primaryAppID == "com.example.app" && [nil, "com.example.app"].contains(answers.bundleID)
            && [nil, "com.example.web"].contains(answers.servicesID)
    }

    private var exampleSteps: [[String]] {
        // The example's key is in the folder that --keys-in names.
        let keys = ShellWord.quoted(URL(fileURLWithPath: answers.keyFile).deletingLastPathComponent().path)
        let start = [
            "Start the emulator so that it knows this service:",
            "apple-id-emulator \(address) --keys-in \(keys) --return-url \(callback)",
        ]
        let notification = [
            "Tell it where to send notifications:",
            "curl \(emulator)/_emulator/notifications/url -H 'Content-Type: application/json' \\",
            "  -d '{\"client\":\"\(answers.primaryAppID)\",\"url\":\"\(notifications)\"}'",
        ]
        return [start, notification]
    }

    private var fileSteps: [[String]] {
        [
            ["Write what the emulator has to know to emulator.json:"]
                + VisibleJSON.lines(file).split(separator: "\n").map(String.init),
            ["Start the emulator with it:", "apple-id-emulator --config emulator.json \(address)"],
        ]
    }

    /// The emulator's configuration, with one person to sign in.
    private var file: JSONValue {
        let object = SetupAnswers.object
        let person: [(name: String, value: JSONValue)] = [("email", "maya@example.com"), ("password", "maya-password")]
        return object([
            ("teams", object([("main", team)])), ("people", object([("maya", object(person))])),
        ])
    }

    private var team: JSONValue {
        let object = SetupAnswers.object
        var apps: [(name: String, value: JSONValue)] = [(answers.primaryAppID, object([("primary", true)]))]
        if let bundleID = answers.bundleID, bundleID != answers.primaryAppID {
            apps.append((bundleID, object([("primary", .string(answers.primaryAppID))])))
        }
        let key = object([("private_key_file", .string(answers.keyFile))])
        var members: [(name: String, value: JSONValue)] = [
            ("team_id", .string(answers.teamID)), ("keys", object([(answers.keyID, key)])),
            ("notification_url", .string(notifications)), ("apps", object(apps)),
        ]
        if let services = answers.servicesID {
            let service = object([
                ("primary_app", .string(answers.primaryAppID)), ("return_urls", SetupAnswers.list([callback])),
            ])
            members.append(("services", object([(services, service)])))
        }
        return object(members)
    }

    /// The options for the emulator's address. Its default is not that of another port.
    private var address: String {
        let parts = URLComponents(string: emulator)
        let isSecure = parts?.scheme == "https"
        let host = parts?.host ?? "idp.localhost"
        let port = parts?.port ?? (isSecure ? 443 : 80)
        let tls = isSecure ? " --tls" : ""
        guard ListenAddress.isLoopback(host) else {
            return "--listen 0.0.0.0:\(port) --public-url \(emulator)\(tls)"
        }
        return "--listen \(host):\(port)\(tls)"
    }
}
