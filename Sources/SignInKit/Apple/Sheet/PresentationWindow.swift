#if canImport(AuthenticationServices)
    #if os(watchOS) || STAND_IN_WATCHOS
        /// A watch shows its sheet by itself.
        typealias PresentationWindow = Never
    #elseif canImport(UIKit)
        import Foundation
        public import UIKit

        /// A window to show Apple's sheet over.
        public typealias PresentationWindow = UIWindow

        extension UIWindow {
            /// The window that a person looks at: the key one of a scene in the foreground, or the next best.
            static var forSheet: UIWindow? {
                guard let app = UIApplication.unlessInExtension() else { return nil }
                let scenes = app.connectedScenes.compactMap { $0 as? UIWindowScene }
                let windows = scenes.filter { $0.activationState == .foregroundActive }.flatMap(\.windows)
                if let key = windows.first(where: \.isKeyWindow) ?? windows.first { return key }
                if let any = scenes.flatMap(\.windows).first(where: \.isKeyWindow) { return any }
                // An app may have shown no window yet; one without content is enough to hold the sheet.
                return scenes.first.map { UIWindow(windowScene: $0) }
            }

            static var empty: UIWindow { UIWindow() }
        }

        extension UIApplication {
            /// The application; nil in an app extension, which has none to show anything over.
            ///
            /// `UIApplication.shared` is closed to extensions, and to every target that one may link: the compiler refuses the
            /// name there, whatever is asked before. So it is asked for by its name in Objective-C, as Kingfisher, SDWebImage
            /// and AFNetworking do. (Apple, App Extension Programming Guide, "Some APIs Are Unavailable to App Extensions".)
            static func unlessInExtension(bundlePath: String = Bundle.main.bundlePath) -> UIApplication? {
                let shared = NSSelectorFromString("sharedApplication")
                guard !bundlePath.hasSuffix(".appex"), UIApplication.responds(to: shared) else { return nil }
                return UIApplication.perform(shared)?.takeUnretainedValue() as? UIApplication
            }
        }
    #elseif canImport(AppKit)
        public import AppKit

        /// A window to show Apple's sheet over.
        public typealias PresentationWindow = NSWindow

        extension NSWindow {
            /// The window that a person looks at, or the next best.
            static var forSheet: NSWindow? {
                let app = NSApplication.shared
                return app.keyWindow ?? app.mainWindow ?? app.windows.first(where: \.isVisible)
            }

            static var empty: NSWindow { NSWindow() }
        }
    #endif
#endif
