/// What `--template` registers: as much as one kind of project needs on Apple's side.
package enum ProjectTemplate: String, Sendable, CaseIterable {
    case spa, ios, web, server, empty

    /// What it is for, in a few words.
    package var summary: String {
        switch self {
        case .spa: "a page with Apple's script, by popup or redirect"
        case .ios: "an app and its backend, without a Services ID"
        case .web: "a server-rendered site with a form_post callback"
        case .server: "a backend for an app and a site, with a notification address"
        case .empty: "people only; everything else is created in the portal"
        }
    }

    var hasApp: Bool { self != .empty }
    var hasService: Bool { [.spa, .web, .server].contains(self) }

    /// Where the browser comes back to, unless the caller names another URL.
    var redirectURI: String? {
        switch self {
        case .spa: "http://localhost:5173/auth/apple/callback"
        case .web, .server: "http://localhost:8080/auth/apple/callback"
        case .ios, .empty: nil
        }
    }

    /// Return URLs beside the redirect URI. Apple wants the origin of each page with a popup to be registered.
    var otherReturnURLs: [String] {
        switch self {
        case .spa:
            [
                "http://localhost:3000/auth/apple/callback", "http://localhost:*/",
                "http://localhost:*/auth/apple/callback",
            ]
        case .web, .server: ["http://localhost:*/auth/apple/callback"]
        case .ios, .empty: []
        }
    }

    var notificationURL: String? { self == .server ? "http://localhost:8080/apple/notifications" : nil }
}
