import Foundation

/// A mark in the app's preferences, which are removed with the app.
public struct UserDefaultsMark: InstallationMark {
    private let key: String

    /// Creates a mark.
    ///
    /// - Parameter key: the name of the preference.
    public init(key: String = "sign-in-kit.installed") {
        self.key = key
    }

    /// Whether the mark was set.
    public var isSet: Bool { UserDefaults.standard.bool(forKey: key) }

    /// Sets the mark.
    public func set() { UserDefaults.standard.set(true, forKey: key) }
}
