import Settings

/// Where the accounts are stored: a file or a server, depending on how the address begins.
package enum DatabasePlace: Sendable, Equatable {
    case file(path: String)
    case server(url: String)

    /// `postgresql://…` and `postgres://…` are servers; anything else is a path.
    package init(_ address: String) {
        let isServer = ["postgresql://", "postgres://"].contains { address.hasPrefix($0) }
        self = isServer ? .server(url: address) : .file(path: address)
    }

    /// Whether a server's URL contains a password.
    package var hasPassword: Bool {
        guard case .server(let url) = self else { return false }
        let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return Self.user(of: url)?.contains(":") == true
            || query.split(separator: "&").contains { $0.hasPrefix("password=") }
    }

    /// The place, with a relative path resolved in `directory`.
    func resolved(in directory: String) -> String {
        switch self {
        case .file(let path): FilePlace.resolve(path, in: directory)
        case .server(let url): url
        }
    }

    /// The folder for files that belong beside the database: its own folder, or `directory` for a database server.
    func folder(in directory: String) -> String {
        switch self {
        case .file: FilePlace.directory(of: resolved(in: directory))
        case .server: directory
        }
    }

    /// The user information before the host: name and password.
    private static func user(of url: String) -> Substring? {
        guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
        let host = url[start...].prefix { $0 != "/" && $0 != "?" }
        return host.lastIndex(of: "@").map { host[..<$0] }
    }
}

extension DatabasePlace: CustomStringConvertible {
    /// The path, or the server's URL without user, password and options.
    package var description: String {
        switch self {
        case .file(let path):
            return path
        case .server(let url):
            let address = url.prefix { $0 != "?" }
            guard let user = Self.user(of: String(address)) else { return String(address) }
            return String(address.replacing(user + "@", with: "", maxReplacements: 1))
        }
    }
}
