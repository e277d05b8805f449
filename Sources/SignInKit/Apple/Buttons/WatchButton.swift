#if canImport(AuthenticationServices) && (os(watchOS) || STAND_IN_WATCHOS)
    import Foundation
    import WatchKit

    /// The target of Apple's watchOS button. A second tap while the action runs does nothing, unless Apple's sheet has not
    /// appeared.
    @MainActor
    final class WatchButtonPress: NSObject {
        var action: @MainActor () async -> Void
        /// Apple's watchOS button cannot be disabled itself: unlike `WKInterfaceButton`, it has no `setEnabled(_:)`.
        var isEnabled = true
        private let press = ButtonPress()

        init(action: @escaping @MainActor () async -> Void) {
            self.action = action
        }

        /// Creates the button. It does not retain its target.
        func makeButton(_ style: AppleButtonStyle) -> WKInterfaceAuthorizationAppleIDButton {
            WKInterfaceAuthorizationAppleIDButton(
                style: style == .black ? .default : .white, target: self, action: Selector(("tapped")))
        }

        #if canImport(ObjectiveC)
            @objc
        #endif
        func tapped() {
            guard isEnabled else { return }
            ButtonTap.$current.withValue(ButtonTap(window: nil)) { press.run(action) }
        }
    }
#endif
