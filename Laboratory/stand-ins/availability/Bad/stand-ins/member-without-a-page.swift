// Reported by: declaration-without-a-page
// Pages: https://developer.apple.com/documentation/authenticationservices/

// Page: asauthorizationcredential
/// A protocol with a requirement that was added later.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public protocol Credential {
    var user: String { get }
}
