/// The name of an answer of `siwa setup`: a member of the file of `--answers`, and with hyphens an option.
enum SetupAnswerName: String, Sendable, CaseIterable {
    case publicURL = "public_url"
    case listen
    case trustedProxies = "trusted_proxies"
    case dataFolder = "data_folder"
    case teamID = "team_id"
    case keyFile = "key_file"
    case keyID = "key_id"
    case bundleID = "bundle_id"
    case servicesID = "services_id"
    case primaryAppID = "primary_app_id"
    case returnURLs = "return_urls"
    case mailFrom = "mail_from"

    /// The option, such as `--team-id`.
    var option: String { "--" + rawValue.replacing("_", with: "-") }

    /// Whether the answer is a list: an array in the file, texts with commas between them elsewhere.
    var isList: Bool { self == .trustedProxies || self == .returnURLs }

    /// Whether the answer is a path, which in the file starts from the file's folder.
    var isPath: Bool { self == .keyFile || self == .dataFolder }
}
