#if canImport(AuthenticationServices)
    import AuthenticationServices

    /// The title of Apple's button; the system translates it.
    public enum ButtonTitle: Sendable, Hashable, CaseIterable {
        /// "Sign in with Apple".
        case signIn
        /// "Continue with Apple".
        case `continue`
        /// "Sign up with Apple"; where the system does not have it yet (iOS 13.0 and 13.1), "Sign in".
        case signUp
    }

    /// The colours of Apple's button.
    public enum ButtonStyle: Sendable, Hashable, CaseIterable {
        /// Black, for light backgrounds.
        case black
        /// White, for dark backgrounds.
        case white
        /// White with a line around it, for light backgrounds on which white has too little contrast.
        case whiteOutline
    }

    #if !(os(watchOS) || STAND_IN_WATCHOS)
        extension ButtonTitle {
            var system: ASAuthorizationAppleIDButton.ButtonType {
                switch self {
                case .signIn: return .signIn
                case .continue: return .continue
                case .signUp:
                    if #available(iOS 13.2, macOS 10.15.1, macCatalyst 13.2, tvOS 13.2, visionOS 1, *) {
                        return .signUp
                    }
                    return .signIn
                }
            }
        }

        extension ButtonStyle {
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
