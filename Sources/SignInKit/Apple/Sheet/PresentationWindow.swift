#if canImport(AuthenticationServices)
    #if os(watchOS) || STAND_IN_WATCHOS
        /// A watch shows its sheet by itself.
        typealias PresentationWindow = Never
    #elseif canImport(UIKit)
        public import UIKit

        /// A window to show Apple's sheet over.
        public typealias PresentationWindow = UIWindow

        extension UIWindow {
            /// The window that a person looks at: the key one of a scene in the foreground, or the next best.
            static var forSheet: UIWindow? {
                let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
                let windows = scenes.filter { $0.activationState == .foregroundActive }.flatMap(\.windows)
                if let key = windows.first(where: \.isKeyWindow) ?? windows.first { return key }
                if let any = scenes.flatMap(\.windows).first(where: \.isKeyWindow) { return any }
                // An app may have shown no window yet; one without content is enough to hold the sheet.
                return scenes.first.map { UIWindow(windowScene: $0) }
            }

            static var empty: UIWindow { UIWindow() }
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
