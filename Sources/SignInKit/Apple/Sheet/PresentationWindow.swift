#if canImport(AuthenticationServices)
    #if os(watchOS) || STAND_IN_WATCHOS
        /// watchOS presents the sheet itself.
        typealias PresentationWindow = Never
    #elseif canImport(UIKit)
        import Foundation
        public import UIKit

        /// The window in which Apple's sheet is presented.
        public typealias PresentationWindow = UIWindow

        extension UIWindow {
            /// The key window of a scene in the foreground, or the next best window.
            static var forSheet: UIWindow? {
                guard let app = UIApplication.unlessInExtension() else { return nil }
                let scenes = app.connectedScenes.compactMap { $0 as? UIWindowScene }
                let windows = scenes.filter { $0.activationState == .foregroundActive }.flatMap(\.windows)
                if let key = windows.first(where: \.isKeyWindow) ?? windows.first { return key }
                if let any = scenes.flatMap(\.windows).first(where: \.isKeyWindow) { return any }
                // An app may not have shown a window yet. An empty one is enough for the sheet.
                return scenes.first.map { UIWindow(windowScene: $0) }
            }

            static var empty: UIWindow { UIWindow() }

            /// Whether a sheet can be shown over it: its scene was not closed or sent to the background since.
            var canShowSheet: Bool {
                switch windowScene?.activationState {
                case .foregroundActive, .foregroundInactive: true
                default: false
                }
            }
        }

        extension UIApplication {
            /// The application, or nil in an app extension, which has none.
            ///
            /// `UIApplication.shared` is not available to extensions, nor to targets that an extension can link: the
            /// compiler refuses the name there, whatever condition surrounds it. So this looks it up by its Objective-C
            /// name, as Kingfisher, SDWebImage and AFNetworking do. (Apple, App Extension Programming Guide, "Some APIs
            /// Are Unavailable to App Extensions".)
            static func unlessInExtension(bundlePath: String = Bundle.main.bundlePath) -> UIApplication? {
                let shared = NSSelectorFromString("sharedApplication")
                guard !bundlePath.hasSuffix(".appex"), UIApplication.responds(to: shared) else { return nil }
                return UIApplication.perform(shared)?.takeUnretainedValue() as? UIApplication
            }
        }
    #elseif canImport(AppKit)
        public import AppKit

        /// The window in which Apple's sheet is presented.
        public typealias PresentationWindow = NSWindow

        extension NSWindow {
            /// The key window, or the next best window.
            static var forSheet: NSWindow? {
                let app = NSApplication.shared
                return app.keyWindow ?? app.mainWindow ?? app.windows.first(where: \.isVisible)
            }

            static var empty: NSWindow { NSWindow() }

            /// Whether a sheet can be shown over it: it was not closed since.
            var canShowSheet: Bool { isVisible }
        }
    #endif

    #if !(os(watchOS) || STAND_IN_WATCHOS)
        /// The window of the button that was tapped.
        ///
        /// An app can have several scenes in the foreground, and `UIApplication.connectedScenes` has no order, so the
        /// device cannot find out which of them asks. Tasks inherit task-local values from the task that creates them,
        /// so this one passes from the tap through the client to the device. (Swift Evolution 0311, "Task Local
        /// Values".)
        @MainActor
        final class SheetOrigin {
            @TaskLocal static var current: SheetOrigin?

            /// A task may outlive the window: the client listens to revocations from its first call on.
            private weak var tapped: PresentationWindow?

            private init(_ window: PresentationWindow?) { tapped = window }

            var window: PresentationWindow? {
                guard let tapped, tapped.canShowSheet else { return nil }
                return tapped
            }

            static func tapped<Result>(in window: PresentationWindow?, _ start: () -> Result) -> Result {
                let tap = ButtonTap(window: window.map { ObjectIdentifier($0) })
                return $current.withValue(SheetOrigin(window)) {
                    ButtonTap.$current.withValue(tap, operation: start)
                }
            }
        }
    #endif
#endif
