// Reported by: declaration-without-a-page
// Pages: https://developer.apple.com/documentation/authenticationservices/

// Page: asauthorizationerrordomain
/// An old name.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public let domain = ""

/// Nobody knows where this is from.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public let code = 1000
