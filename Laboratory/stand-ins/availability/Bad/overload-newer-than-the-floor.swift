// Reported by: newer-than-the-stand-in-says. Floors: macOS 12, iOS 15, tvOS 15, watchOS 9, visionOS 1
// `performRequests()` is old enough, the other method of this name is not.
#if os(iOS)
    import AuthenticationServices

    func show(_ controller: ASAuthorizationController) {
        controller.performRequests()
        controller.performRequests(options: [])
    }
#endif
