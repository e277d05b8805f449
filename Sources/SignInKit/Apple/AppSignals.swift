#if canImport(AuthenticationServices)
    import Foundation

    #if os(watchOS) || STAND_IN_WATCHOS
        import WatchKit
    #elseif canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    /// What the system tells the app about itself and the device.
    enum AppSignal: Sendable {
        /// The app has come to the foreground.
        case foreground
        /// The person has unlocked the device, so that the keychain can be read. Only iOS, tvOS and visionOS say so: a
        /// Mac starts no app of a person who has not logged in.
        case unlocked
    }

    extension AppSignal {
        @MainActor
        static func stream() -> AsyncStream<AppSignal> {
            #if os(watchOS) || STAND_IN_WATCHOS
                NotificationSignals.stream(of: [WKExtension.applicationWillEnterForegroundNotification: .foreground])
            #elseif canImport(UIKit)
                NotificationSignals.stream(of: [
                    UIApplication.willEnterForegroundNotification: .foreground,
                    UIApplication.protectedDataDidBecomeAvailableNotification: .unlocked,
                ])
            #elseif canImport(AppKit)
                NotificationSignals.stream(of: [NSApplication.didBecomeActiveNotification: .foreground])
            #endif
        }
    }
#endif
