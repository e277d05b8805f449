#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    import Foundation
    import SwiftUI

    /// What Apple's button takes only when it is created.
    struct ButtonLook: Hashable {
        let title: AppleButtonTitle
        let style: AppleButtonStyle
        /// Nil means Apple's. tvOS and watchOS have no other.
        let cornerRadius: CGFloat?
    }

    #if os(watchOS) || STAND_IN_WATCHOS
        import WatchKit

        /// Apple's watchOS button as a view.
        struct SystemButton: WKInterfaceObjectRepresentable {
            let look: ButtonLook
            let isEnabled: Bool
            let action: @MainActor () async -> Void

            func makeCoordinator() -> WatchButtonPress { WatchButtonPress(action: action) }

            func makeWKInterfaceObject(context: Context) -> WKInterfaceAuthorizationAppleIDButton {
                context.coordinator.makeButton(look.style)
            }

            func updateWKInterfaceObject(_ object: WKInterfaceAuthorizationAppleIDButton, context: Context) {
                context.coordinator.action = action
                context.coordinator.isEnabled = isEnabled
            }
        }
    #else
        #if canImport(UIKit)
            import UIKit
        #elseif canImport(AppKit)
            import AppKit
        #endif

        /// Apple's button as a view. SwiftUI calls the update after the creation, too, and again whenever the view
        /// around it is new, with other values in the action.
        struct SystemButton {
            let look: ButtonLook
            let isEnabled: Bool
            let action: @MainActor () async -> Void

            @MainActor
            private func make() -> SignInControl {
                let control = SignInControl(look.title, style: look.style, action: action)
                #if !(os(tvOS) || STAND_IN_TVOS)
                    if let radius = look.cornerRadius { control.cornerRadius = radius }
                #endif
                return control
            }

            @MainActor
            private func update(_ control: SignInControl) {
                control.action = action
                control.isEnabled = isEnabled
            }
        }

        #if canImport(UIKit)
            extension SystemButton: UIViewRepresentable {
                func makeUIView(context: Context) -> SignInControl { make() }
                func updateUIView(_ view: SignInControl, context: Context) { update(view) }
            }
        #elseif canImport(AppKit)
            extension SystemButton: NSViewRepresentable {
                func makeNSView(context: Context) -> SignInControl { make() }
                func updateNSView(_ view: SignInControl, context: Context) { update(view) }
            }
        #endif
    #endif
#endif
