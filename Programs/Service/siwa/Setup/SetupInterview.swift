import Foundation
import Settings
import SignInFlows
import SignInWithApple

/// Asks the questions of `siwa setup` in their order.
struct SetupInterview {
    /// The input ended, or an answer that no person can correct cannot be used.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether a person answers, who can be asked again.
    let isInteractive: Bool
    /// Shows a text without a line break.
    let show: (String) -> Void
    /// The next typed line; nil at the end of the input.
    let read: () -> String?
    /// Whether a file can be read and is a private key of Apple's; otherwise throws the reason.
    let isKey: @Sendable (String) throws(SetupQuestion.Fault) -> Void
    /// The answers of options and files, which are not asked for.
    var given: [SetupAnswerName: String] = [:]

    /// Without a person, answers that were given otherwise are all there are: input might never end.
    private var asks: Bool { isInteractive || given.isEmpty }

    /// All answers.
    ///
    /// - Parameters:
    ///   - emulator: the origin of the emulator that takes Apple's place.
    ///   - folder: the folder of the configuration. A trial with the emulator keeps its data there, too,
    ///     unless it is in `/etc`.
    func answers(emulator: String?, folder: String) throws(Failure) -> SetupAnswers {
        let isEmulated = emulator != nil
        let origin = try ask(.publicURL)
        guard let publicURL = PublicURL(origin) else { throw Failure(description: "Public address: not an origin") }
        let listen = try ask(.listen("127.0.0.1:\(Self.port(of: publicURL))"))
        let proxies = publicURL.isSecure ? SetupQuestion.list(try ask(.proxies("127.0.0.1,::1"))) : []
        if !publicURL.isSecure { try refuse(.trustedProxies, "belongs to an https address") }
        let data = try ask(.dataFolder(isEmulated && !(folder + "/").hasPrefix("/etc/") ? folder : "/var/lib/siwa"))
        let team = try ask(.teamID(isEmulated ? "EMUTEAM001" : nil))
        let file = try ask(.keyFile(isKey))
        let key = try ask(.keyID(Self.keyID(ofFile: file), team: team))
        let bundle = try ask(.bundleID(isEmulated ? "com.example.app" : "", team: team))
        let services = try ask(
            .servicesID(isEmulated ? "com.example.web" : "", isRequired: bundle.isEmpty, appID: bundle, team: team))
        let isGrouped = given[.primaryAppID]?.isEmpty == false
        let primary = bundle.isEmpty || isGrouped ? try ask(.primaryAppID(team: team)) : bundle
        if services.isEmpty { try refuse(.returnURLs, "belongs to a Services ID") }
        let returns = services.isEmpty ? "" : try ask(.returnURLs)
        let sender = try ask(.mailFrom)
        return SetupAnswers(
            publicURL: publicURL, listen: listen, proxies: proxies, dataFolder: data, teamID: team, keyID: key,
            keyFile: file, bundleID: bundle.isEmpty ? nil : bundle, primaryAppID: primary,
            servicesID: services.isEmpty ? nil : services,
            returnURLs: SetupQuestion.list(returns), mailFrom: sender.isEmpty ? nil : sender, emulator: emulator)
    }

    /// Throws if an answer was given that has no use.
    private func refuse(_ name: SetupAnswerName, _ reason: String) throws(Failure) {
        if given[name]?.isEmpty == false { throw Failure(description: "\(name.option): \(reason)") }
    }

    private func ask(_ question: SetupQuestion) throws(Failure) -> String {
        if let text = given[question.name] ?? (asks ? nil : "") {
            do throws(SetupQuestion.Fault) {
                return try question.answer(text)
            } catch {
                let shown = text.isEmpty || question.name == .keyFile ? "" : "\(ShownValue.of(text)): "
                throw Failure(description: "\(question.name.option): \(shown)\(error.reason)")
            }
        }
        show("\n\(question.help)\n")
        while true {
            let proposal = question.proposal.map { $0.isEmpty ? " [none]" : " [\($0)]" } ?? ""
            show("\(question.prompt)\(proposal): ")
            guard let typed = read() else {
                throw Failure(description: "\(question.prompt): the input ended before this answer")
            }
            if !isInteractive { show("\n") }
            do throws(SetupQuestion.Fault) {
                return try question.answer(typed)
            } catch {
                let shown = typed.isEmpty || question.name == .keyFile ? "" : "\(ShownValue.of(typed)): "
                guard isInteractive else {
                    throw Failure(description: "\(question.prompt): \(shown)\(error.reason)")
                }
                show(error.reason + "\n")
            }
        }
    }

    /// Without a proxy, browsers reach the service under the port of its public address.
    private static func port(of url: PublicURL) -> Int {
        guard !url.isSecure, let port = url.origin.split(separator: ":").last.flatMap({ Int($0) }) else { return 8080 }
        return port
    }

    /// Apple names the file `AuthKey_<Key ID>.p8`.
    static func keyID(ofFile path: String) -> String? {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
        let id = name.dropFirst("AuthKey_".count).dropLast(".p8".count)
        return KeyID(String(id)).fault() == nil ? String(id) : nil
    }
}
