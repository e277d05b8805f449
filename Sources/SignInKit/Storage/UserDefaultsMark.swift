import Foundation

/// A mark in the app's preferences, which are removed with the app.
public struct UserDefaultsMark: InstallationMark {
    private let key: String
    private let suiteName: String?

    /// Creates a mark in the app's own preferences.
    ///
    /// - Parameter key: the name of the preference.
    public init(key: String = "sign-in-kit.installed") {
        self.key = key
        suiteName = nil
    }

    /// Creates a mark that an app and its extensions share.
    ///
    /// - Parameters:
    ///   - key: the name of the preference.
    ///   - suiteName: the app group whose members share the session in a keychain (`KeychainStorage`). Without the same
    ///     group here, the first run of an extension counts as a new installation, and the shared session is not
    ///     trusted.
    public init(key: String = "sign-in-kit.installed", suiteName: String) {
        self.key = key
        self.suiteName = suiteName
    }

    /// Whether the mark was set.
    public var isSet: Bool { preferences.bool(forKey: key) }

    /// Sets the mark.
    public func set() { preferences.set(true, forKey: key) }

    private var preferences: UserDefaults { suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard }
}
