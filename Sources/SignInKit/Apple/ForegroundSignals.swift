#if canImport(AuthenticationServices)
    import Foundation

    #if os(watchOS) || STAND_IN_WATCHOS
        import WatchKit
    #elseif canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    /// Signals each return of the app to the foreground.
    @MainActor
    enum ForegroundSignals {
        static func stream() -> AsyncStream<Void> {
            #if os(watchOS) || STAND_IN_WATCHOS
                NotificationSignals.stream(of: WKExtension.applicationWillEnterForegroundNotification)
            #elseif canImport(UIKit)
                NotificationSignals.stream(of: UIApplication.willEnterForegroundNotification)
            #elseif canImport(AppKit)
                NotificationSignals.stream(of: NSApplication.didBecomeActiveNotification)
            #endif
        }
    }
#endif
