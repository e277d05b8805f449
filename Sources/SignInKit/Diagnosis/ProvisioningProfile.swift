import Foundation

/// What the profile that Xcode puts into a development build says about the app.
///
/// It is a property list inside a signed message (RFC 5652). The kit believes it without a check of the signature, because
/// it only tells the developer.
struct ProvisioningProfile: Sendable, Equatable {
    /// The team's prefix and the bundle ID.
    let appID: String
    /// Whether the App ID may use Sign in with Apple.
    let allowsSignIn: Bool
    let expiresAt: Date?

    /// Returns nil if this is no profile.
    init?(_ message: Data) {
        guard let start = message.range(of: Data("<?xml".utf8)),
            let end = message.range(of: Data("</plist>".utf8), in: start.lowerBound..<message.endIndex),
            let list = try? PropertyListSerialization.propertyList(
                from: message[start.lowerBound..<end.upperBound], format: nil) as? [String: Any],
            let entitlements = list["Entitlements"] as? [String: Any],
            let appID = ["application-identifier", "com.apple.application-identifier"].lazy
                .compactMap({ entitlements[$0] as? String }).first
        else { return nil }
        self.appID = appID
        let modes = entitlements["com.apple.developer.applesignin"] as? [String] ?? []
        allowsSignIn = modes.contains("Default")
        expiresAt = list["ExpirationDate"] as? Date
    }

    /// Reads the profile of an app, or of an app extension. There is none in the Simulator and after the App Store.
    static func embedded(in bundle: Bundle = .main) -> ProvisioningProfile? {
        [
            bundle.bundleURL.appendingPathComponent("embedded.mobileprovision"),
            bundle.bundleURL.appendingPathComponent("Contents/embedded.provisionprofile"),
        ].lazy.compactMap { try? Data(contentsOf: $0) }.compactMap { ProvisioningProfile($0) }.first
    }

    /// Whether the profile is for this app alone. A wildcard's App ID cannot have the capability.
    func isFor(_ bundleID: String) -> Bool { appID.drop { $0 != "." }.dropFirst() == bundleID }
}
