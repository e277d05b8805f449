/// What the system tells the app about itself and the device.
enum AppSignal: Sendable {
    /// The app has come to the foreground.
    case foreground
    /// The app has gone to the background. On a Mac, another app is active.
    case background
    /// The person has unlocked the device, so that the keychain can be read. Only iOS, tvOS and visionOS say so: a
    /// Mac starts no app of a person who has not logged in.
    case unlocked
}

#if !canImport(AuthenticationServices)
    extension AppSignal {
        /// No signal: only Apple's systems have them.
        @MainActor
        static func stream() -> AsyncStream<AppSignal> { AsyncStream { $0.finish() } }
    }
#endif
