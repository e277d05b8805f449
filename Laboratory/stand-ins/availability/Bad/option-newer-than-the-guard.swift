// Reported by: newer-than-the-stand-in-says. Floors: macOS 12, iOS 15, tvOS 15, watchOS 9, visionOS 1
// The option exists since iOS 16 and macOS 13. The guard asks for iOS only.
#if canImport(AuthenticationServices) && !(os(tvOS) || os(watchOS))
    import AuthenticationServices

    func search(_ controller: ASAuthorizationController) {
        if #available(iOS 16, *) {
            controller.performRequests(options: .preferImmediatelyAvailableCredentials)
        }
    }
#endif
