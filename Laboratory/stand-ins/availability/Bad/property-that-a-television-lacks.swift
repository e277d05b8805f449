// Reported by: newer-than-the-stand-in-says. Floors: macOS 12, iOS 15, tvOS 15, watchOS 9, visionOS 1
// The condition excludes a watch, but not a television, whose button has no radius.
#if !os(watchOS)
    import AuthenticationServices

    @MainActor
    func round(_ button: ASAuthorizationAppleIDButton) {
        button.cornerRadius = 8
    }
#endif
