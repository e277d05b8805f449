// Reported by: declaration-without-a-page
// The page below is not complete: nothing says to which framework it belongs.

// Page: asauthorizationerrordomain
/// A name.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public let domain = ""
