import ArgumentParser
import Settings

/// The answers that need no question: those of the options, and those of a file.
struct SetupOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A JSON file of answers, named as these options, with _ for -.", valueName: "file"))
    var answers: String?

    @Option(help: ArgumentHelp("The address under which browsers and apps reach the service.", valueName: "origin"))
    var publicURL: String?

    @Option(help: ArgumentHelp("Where the service listens.", valueName: "host:port"))
    var listen: String?

    @Option(help: ArgumentHelp("The addresses of the proxy, with commas between them.", valueName: "addresses"))
    var trustedProxies: String?

    @Option(help: ArgumentHelp("The folder of the database and of the service's own keys.", valueName: "folder"))
    var dataFolder: String?

    @Option(name: .customLong("team-id"), help: ArgumentHelp("The Team ID.", valueName: "id"))
    var teamID: String?

    @Option(help: ArgumentHelp("The file AuthKey_….p8. The key itself is never an argument.", valueName: "file"))
    var keyFile: String?

    @Option(name: .customLong("key-id"), help: ArgumentHelp("The Key ID.", valueName: "id"))
    var keyID: String?

    @Option(name: .customLong("bundle-id"), help: ArgumentHelp("The bundle ID of the app, or none.", valueName: "id"))
    var bundleID: String?

    @Option(name: .customLong("services-id"), help: ArgumentHelp("The Services ID, or none.", valueName: "id"))
    var servicesID: String?

    @Option(
        name: .customLong("primary-app-id"),
        help: ArgumentHelp("The primary App ID; by default the bundle ID.", valueName: "id"))
    var primaryAppID: String?

    @Option(
        name: .customLong("return-urls"),
        help: ArgumentHelp("Pages elsewhere to return to after sign-in, with commas between them.", valueName: "urls"))
    var returnURLs: String?

    @Option(help: ArgumentHelp("The sender of mail, if people have passwords from before.", valueName: "address"))
    var mailFrom: String?

    /// All answers. An option stands above the file.
    func read() throws(ConfigurationFaults) -> [SetupAnswerName: String] {
        let options: [(SetupAnswerName, String?)] = [
            (.publicURL, publicURL), (.listen, listen), (.trustedProxies, trustedProxies), (.dataFolder, dataFolder),
            (.teamID, teamID), (.keyFile, keyFile), (.keyID, keyID), (.bundleID, bundleID), (.servicesID, servicesID),
            (.primaryAppID, primaryAppID), (.returnURLs, returnURLs), (.mailFrom, mailFrom),
        ]
        var texts = try answers.map(Self.texts) ?? [:]
        for (name, text) in options { texts[name] = text ?? texts[name] }
        return texts
    }

    private static func texts(in path: String) throws(ConfigurationFaults) -> [SetupAnswerName: String] {
        let file = try ConfigurationFile(path)
        let settings = SettingsReader(json: file.json, name: path, directory: file.directory)
        var texts: [SetupAnswerName: String] = [:]
        for name in SetupAnswerName.allCases {
            if name.isList {
                let list = settings.list(name.rawValue, "An answer.")
                if !settings.lacks(name.rawValue) { texts[name] = list.joined(separator: ",") }
            } else if name.isPath {
                texts[name] = settings.file(name.rawValue, "An answer.")
            } else {
                texts[name] = settings.text(name.rawValue, "An answer.")
            }
        }
        try settings.finish()
        return texts
    }
}
