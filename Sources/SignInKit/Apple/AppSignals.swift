#if canImport(AuthenticationServices)
    import Foundation

    #if os(watchOS) || STAND_IN_WATCHOS
        import WatchKit
    #elseif canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    extension AppSignal {
        @MainActor
        static func stream() -> AsyncStream<AppSignal> {
            #if os(watchOS) || STAND_IN_WATCHOS
                NotificationSignals.stream(of: [
                    WKExtension.applicationWillEnterForegroundNotification: .foreground,
                    WKExtension.applicationDidEnterBackgroundNotification: .background,
                ])
            #elseif canImport(UIKit)
                NotificationSignals.stream(of: [
                    UIApplication.willEnterForegroundNotification: .foreground,
                    UIApplication.didEnterBackgroundNotification: .background,
                    UIApplication.protectedDataDidBecomeAvailableNotification: .unlocked,
                ])
            #elseif canImport(AppKit)
                NotificationSignals.stream(of: [
                    NSApplication.didBecomeActiveNotification: .foreground,
                    NSApplication.didResignActiveNotification: .background,
                ])
            #endif
        }
    }
#endif
