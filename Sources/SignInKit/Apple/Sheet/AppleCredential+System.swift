#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation
    import SignInAPI

    extension SheetResult {
        /// Converts Apple's result to a value.
        init(_ authorization: ASAuthorization) {
            switch authorization.credential {
            case let credential as ASAuthorizationAppleIDCredential: self = .apple(AppleCredential(credential))
            case let credential as ASPasswordCredential:
                self = .password(
                    PasswordCredential(user: credential.user, password: Secret(credential.password)))
            default: self = .failed(.unexpectedCredential)
            }
        }
    }

    extension AppleCredential {
        init(_ credential: ASAuthorizationAppleIDCredential) {
            self.init(
                user: credential.user, state: credential.state, identityToken: Secret(credential.identityToken),
                authorizationCode: Secret(credential.authorizationCode),
                name: PersonName(
                    typedGiven: credential.fullName?.givenName, typedFamily: credential.fullName?.familyName),
                email: credential.email, realUserStatus: RealUserStatus(credential.realUserStatus))
            // The documentation says 17.0, but the SDK that introduced it says 17.4.
            if #available(iOS 17.4, macOS 14.4, macCatalyst 17.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *) {
                ageRange = AgeRange(credential.userAgeRange)
            }
        }
    }

    extension Secret {
        /// Returns nil for empty data and for data that is not UTF-8 text.
        fileprivate init?(_ data: Data?) {
            guard let data, let text = String(data: data, encoding: .utf8), !text.isEmpty else { return nil }
            self.init(text)
        }
    }

    extension RealUserStatus {
        fileprivate init(_ status: ASUserDetectionStatus) {
            switch status {
            case .unsupported: self = .unsupported
            case .unknown: self = .unknown
            case .likelyReal: self = .likelyReal
            @unknown default: self = .unknown
            }
        }
    }

    extension AgeRange {
        @available(iOS 17.4, macOS 14.4, macCatalyst 17.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *)
        fileprivate init(_ range: ASUserAgeRange) {
            switch range {
            case .child: self = .child
            case .notChild: self = .notChild
            case .unknown: self = .unknown
            @unknown default: self = .unknown
            }
        }
    }

    extension RequestedScope {
        var system: ASAuthorization.Scope {
            switch self {
            case .fullName: .fullName
            case .email: .email
            }
        }
    }
#endif
