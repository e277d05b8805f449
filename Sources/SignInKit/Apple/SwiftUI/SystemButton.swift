#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    import SwiftUI

    #if os(watchOS) || STAND_IN_WATCHOS
        import WatchKit

        /// Apple's watchOS button as a view.
        struct SystemButton: WKInterfaceObjectRepresentable {
            let title: AppleButtonTitle
            let style: AppleButtonStyle
            let action: @MainActor () async -> Void

            func makeCoordinator() -> WatchButtonPress { WatchButtonPress(action: action) }

            func makeWKInterfaceObject(context: Context) -> WKInterfaceAuthorizationAppleIDButton {
                context.coordinator.makeButton(style)
            }

            func updateWKInterfaceObject(_ object: WKInterfaceAuthorizationAppleIDButton, context: Context) {}
        }
    #elseif canImport(UIKit)
        import UIKit

        /// Apple's UIKit button as a view.
        struct SystemButton: UIViewRepresentable {
            let title: AppleButtonTitle
            let style: AppleButtonStyle
            let action: @MainActor () async -> Void

            func makeUIView(context: Context) -> SignInControl { SignInControl(title, style: style, action: action) }
            func updateUIView(_ view: SignInControl, context: Context) {}
        }
    #elseif canImport(AppKit)
        import AppKit

        /// Apple's AppKit button as a view.
        struct SystemButton: NSViewRepresentable {
            let title: AppleButtonTitle
            let style: AppleButtonStyle
            let action: @MainActor () async -> Void

            func makeNSView(context: Context) -> SignInControl { SignInControl(title, style: style, action: action) }
            func updateNSView(_ view: SignInControl, context: Context) {}
        }
    #endif
#endif
