// Apple's buttons.
//
// Pages: https://developer.apple.com/documentation/authenticationservices/
import Foundation

#if !STAND_IN_WATCHOS
    #if STAND_IN_MACOS
        import AppKit
        public typealias StandInControl = NSControl
    #else
        import UIKit
        public typealias StandInControl = UIControl
    #endif

    // Page: asauthorizationappleidbutton
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, visionOS 1.0, *)
    @available(watchOS, unavailable)
    @MainActor
    open class ASAuthorizationAppleIDButton: StandInControl {
        // Page: asauthorizationappleidbutton/buttontype
        @available(iOS 13.0, macOS 10.15, tvOS 13.0, visionOS 1.0, *)
        @available(watchOS, unavailable)
        public enum ButtonType: Int, Sendable {
            // Page: asauthorizationappleidbutton/buttontype
            case signIn, `continue`
            // Page: asauthorizationappleidbutton/buttontype/signup
            @available(iOS 13.2, macOS 10.15.1, tvOS 13.1, visionOS 1.0, *)
            case signUp
        }
        /// How the button looks for ever. Apple's has no such properties.
        public let standInType: ButtonType
        public let standInStyle: Style
        // Page: asauthorizationappleidbutton/style
        @available(iOS 13.0, macOS 10.15, tvOS 13.0, visionOS 1.0, *)
        @available(watchOS, unavailable)
        public enum Style: Int, Sendable {
            // Page: asauthorizationappleidbutton/style
            case white, whiteOutline, black
        }

        // Page: asauthorizationappleidbutton/init(authorizationbuttontype:authorizationbuttonstyle:)
        public init(authorizationButtonType type: ButtonType, authorizationButtonStyle style: Style) {
            standInType = type
            standInStyle = style
            super.init(frame: .zero)
        }
        // Page: /uikit/uiview/init(coder:)
        public required init?(coder: NSCoder) { nil }

        #if !STAND_IN_TVOS
            // Page: asauthorizationappleidbutton/cornerradius
            @available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
            @available(tvOS, unavailable)
            @available(watchOS, unavailable)
            public var cornerRadius: CGFloat = 6
        #endif
    }
#endif
