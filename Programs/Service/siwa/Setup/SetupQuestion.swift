import Foundation
import HTTPServing
import SignInFlows
import SignInWithApple

/// One question of `siwa setup`.
struct SetupQuestion: Sendable {
    /// Why an answer cannot be used.
    struct Fault: Error, Equatable {
        let reason: String
    }

    let name: SetupAnswerName
    let prompt: String
    /// Where to find the answer, or what it is for.
    let help: String
    /// What an empty answer means; nil if an answer is required.
    var proposal: String?
    /// Whether "none" is an answer.
    var isOptional = false
    /// Returns the answer as it is written to the configuration.
    let check: @Sendable (String) throws(Fault) -> String

    /// The answer to a typed line.
    func answer(_ typed: String) throws(Fault) -> String {
        let text = typed.trimmingCharacters(in: .whitespaces)
        if text.isEmpty {
            guard let proposal else { throw Fault(reason: "An answer is required. \(help)") }
            return proposal
        }
        if text == "none", isOptional { return "" }
        return try check(text)
    }
}

extension SetupQuestion {
    static let publicURL = SetupQuestion(
        name: .publicURL, prompt: "Public address",
        help: "The address under which browsers and apps reach the service, such as https://id.example.com."
    ) { text throws(Fault) in
        guard let url = PublicURL(text) else {
            throw Fault(reason: "Use an origin such as https://id.example.com, without a path. http only on localhost.")
        }
        return url.origin
    }

    static func listen(_ proposal: String) -> SetupQuestion {
        SetupQuestion(
            name: .listen, prompt: "Listen on", help: "The address on this machine to which the proxy connects.",
            proposal: proposal
        ) { text throws(Fault) in
            guard ListenAddress(text) != nil else { throw Fault(reason: "Use HOST:PORT, such as 127.0.0.1:8080.") }
            return text
        }
    }

    static func proxies(_ proposal: String) -> SetupQuestion {
        SetupQuestion(
            name: .trustedProxies, prompt: "Addresses of the proxy",
            help: "The proxy ends TLS and adds the clients' addresses. Separate several addresses or ranges by commas.",
            proposal: proposal
        ) { text throws(Fault) in
            let addresses = list(text)
            for address in addresses where AddressRange(address) == nil {
                throw Fault(reason: "\(address) is neither an IP address nor a range such as 10.0.0.0/8.")
            }
            return addresses.joined(separator: ",")
        }
    }

    static func dataFolder(_ proposal: String) -> SetupQuestion {
        SetupQuestion(
            name: .dataFolder, prompt: "Folder for the data",
            help: "The database and the service's own keys. Include it in your backups.",
            proposal: proposal
        ) { text throws(Fault) in
            absolute(text)
        }
    }

    static func teamID(_ proposal: String?) -> SetupQuestion {
        SetupQuestion(
            name: .teamID, prompt: "Team ID",
            help: "developer.apple.com, Account, Membership details: ten characters.", proposal: proposal
        ) { text throws(Fault) in
            try possible(text, TeamID(text).fault)
        }
    }

    static func keyID(_ proposal: String?, team: String) -> SetupQuestion {
        SetupQuestion(
            name: .keyID, prompt: "Key ID", help: "Certificates, Identifiers & Profiles, Keys: ten characters.",
            proposal: proposal
        ) { text throws(Fault) in
            try possible(text, KeyID(text).fault(in: TeamID(team)))
        }
    }

    /// - Parameter isKey: whether a file can be read and is a private key; otherwise throws the reason.
    static func keyFile(_ isKey: @escaping @Sendable (String) throws(Fault) -> Void) -> SetupQuestion {
        SetupQuestion(
            name: .keyFile, prompt: "Key file",
            help: "The file AuthKey_….p8, which Apple lets you download once.", proposal: nil
        ) { text throws(Fault) in
            guard !text.contains("PRIVATE KEY") else {
                throw Fault(reason: "Name the file, never the key itself: other users see the arguments of a program.")
            }
            try isKey(text)
            return absolute(text)
        }
    }

    static func bundleID(_ proposal: String, team: String) -> SetupQuestion {
        SetupQuestion(
            name: .bundleID, prompt: "Bundle ID of your app",
            help: "Such as com.example.app; none without an app for Apple's platforms.",
            proposal: proposal, isOptional: true
        ) { text throws(Fault) in
            try identifier(text, of: team)
        }
    }

    static func servicesID(_ proposal: String, isRequired: Bool, appID: String, team: String) -> SetupQuestion {
        SetupQuestion(
            name: .servicesID, prompt: "Services ID",
            help: "For browsers and Android, such as com.example.web" + (isRequired ? "." : "; none without them."),
            proposal: isRequired && proposal.isEmpty ? nil : proposal, isOptional: !isRequired
        ) { text throws(Fault) in
            guard text != appID else { throw Fault(reason: "Apple allows no Services ID that is also an App ID.") }
            return try identifier(text, of: team)
        }
    }

    static func primaryAppID(team: String) -> SetupQuestion {
        SetupQuestion(
            name: .primaryAppID, prompt: "Primary App ID",
            help: "The App ID that is chosen as the primary one at Apple. Apple's notifications name it."
        ) { text throws(Fault) in
            try identifier(text, of: team)
        }
    }

    static let returnURLs = SetupQuestion(
        name: .returnURLs, prompt: "Return URLs",
        help: "Pages outside of the public address to which browsers return after sign-in. Separate them by commas.",
        proposal: "", isOptional: true
    ) { text throws(Fault) in
        let urls = list(text)
        for url in urls where !isWebAddress(url) {
            throw Fault(reason: "\(url) is no https URL.")
        }
        return urls.joined(separator: ",")
    }

    static let mailFrom = SetupQuestion(
        name: .mailFrom, prompt: "Sender of mail",
        help: "Only if people have passwords from before: the address that sends them a link to a new one.",
        proposal: "", isOptional: true
    ) { text throws(Fault) in
        guard let address = LoginNameText(text), address.isAddress else {
            throw Fault(reason: "Use an email address, such as accounts@example.com.")
        }
        return address.text
    }

    /// A path is typed from the current folder, and read from the configuration's.
    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

    /// The members of a list as it is typed.
    static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func possible(_ text: String, _ fault: ConfigurationFault?) throws(Fault) -> String {
        guard let fault else { return text }
        throw Fault(reason: fault.advice)
    }

    private static func identifier(_ text: String, of team: String) throws(Fault) -> String {
        let text = try possible(text, ClientID(text).fault(in: TeamID(team)))
        // Nothing but a dot tells an identifier from any other word that somebody types.
        guard text.contains(".") else { throw Fault(reason: ConfigurationFault.clientIDInvalid.advice) }
        return text
    }

    /// Whether a browser can open the text as a page. `http` is for development on this machine.
    private static func isWebAddress(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }),
            let parts = URLComponents(string: text),
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil, parts.fragment == nil
        else { return false }
        return parts.scheme == "https" || parts.scheme == "http" && ListenAddress.isLoopback(host)
    }
}
