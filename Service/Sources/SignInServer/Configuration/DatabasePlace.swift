import Settings

/// Where the accounts are kept, told apart by how the address begins.
package enum DatabasePlace: Sendable, Equatable {
    /// An SQLite file.
    case file(path: String)
    /// A PostgreSQL server.
    case server(url: String)

    /// The place that `address` means: `postgresql://…` and `postgres://…` are servers, all else is a path.
    package init(_ address: String) {
        let isServer = ["postgresql://", "postgres://"].contains { address.hasPrefix($0) }
        self = isServer ? .server(url: address) : .file(path: address)
    }

    /// Whether the address of a server holds a password.
    package var hasPassword: Bool {
        guard case .server(let url) = self else { return false }
        let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return Self.user(of: url)?.contains(":") == true
            || query.split(separator: "&").contains { $0.hasPrefix("password=") }
    }

    /// The address, a path being meant from `directory`.
    func resolved(in directory: String) -> String {
        switch self {
        case .file(let path): FilePlace.resolve(path, in: directory)
        case .server(let url): url
        }
    }

    /// The folder beside which other files are put: the database's own, or `directory` where that is elsewhere.
    func folder(in directory: String) -> String {
        switch self {
        case .file: FilePlace.directory(of: resolved(in: directory))
        case .server: directory
        }
    }

    /// What stands before the host: name and password.
    private static func user(of url: String) -> Substring? {
        guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
        let host = url[start...].prefix { $0 != "/" && $0 != "?" }
        return host.lastIndex(of: "@").map { host[..<$0] }
    }
}

extension DatabasePlace: CustomStringConvertible {
    /// The path, or the server's address without user, password and options.
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
