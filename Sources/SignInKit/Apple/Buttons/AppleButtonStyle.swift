#if canImport(AuthenticationServices)
    import AuthenticationServices

    /// The title of Apple's button. The system translates it.
    public enum AppleButtonTitle: Sendable, Hashable, CaseIterable {
        /// "Sign in with Apple".
        case signIn
        /// "Continue with Apple".
        case `continue`
        /// "Sign up with Apple".
        case signUp
    }

    /// The colours of Apple's button. The name begins with Apple, because SwiftUI has a `ButtonStyle`.
    public enum AppleButtonStyle: Sendable, Hashable, CaseIterable {
        /// Black, for light backgrounds.
        case black
        /// White, for dark backgrounds.
        case white
        /// White with an outline, for light backgrounds on which white has too little contrast.
        case whiteOutline
    }

    #if !(os(watchOS) || STAND_IN_WATCHOS)
        extension AppleButtonTitle {
            var system: ASAuthorizationAppleIDButton.ButtonType {
                switch self {
                case .signIn: .signIn
                case .continue: .continue
                case .signUp: .signUp
                }
            }
        }

        extension AppleButtonStyle {
            var system: ASAuthorizationAppleIDButton.Style {
                switch self {
                case .black: .black
                case .white: .white
                case .whiteOutline: .whiteOutline
                }
            }
        }
    #endif
#endif
