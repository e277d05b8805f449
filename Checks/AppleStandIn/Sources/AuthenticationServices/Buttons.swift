// Apple's buttons.
import Foundation

#if !STAND_IN_WATCHOS
    #if STAND_IN_MACOS
        import AppKit
        public typealias StandInControl = NSControl
    #else
        import UIKit
        public typealias StandInControl = UIControl
    #endif

    @MainActor
    open class ASAuthorizationAppleIDButton: StandInControl {
        public enum ButtonType: Int, Sendable { case signIn, `continue`, signUp }
        /// How the button looks for ever. Apple's has no such properties.
        public let standInType: ButtonType
        public let standInStyle: Style
        public enum Style: Int, Sendable { case white, whiteOutline, black }

        public init(authorizationButtonType type: ButtonType, authorizationButtonStyle style: Style) {
            standInType = type
            standInStyle = style
            super.init(frame: .zero)
        }
        public required init?(coder: NSCoder) { nil }

        #if !STAND_IN_TVOS
            public var cornerRadius: CGFloat = 6
        #endif
    }
#endif
