#if canImport(AuthenticationServices) && canImport(Security) && canImport(SwiftUI) && canImport(Combine)
    #if os(watchOS) || STAND_IN_WATCHOS
        // watchOS has no view controllers.
    #elseif canImport(UIKit)
        import Foundation
        import SwiftUI
        public import UIKit

        extension SignInFace {
            /// Creates the page that offers the sign-in, with the question before a second account.
            #if canImport(ObjectiveC)
                @objc(signInPageWithTitle:text:)
            #endif
            public func signInPage(title: String, text: String?) -> UIViewController {
                let text = text.map { LocalizedStringKey($0) }
                return UIHostingController(
                    rootView: AppleSignInView(SignInModel(client: system), title: LocalizedStringKey(title), text: text)
                )
            }

            /// Creates the page about the account: the ways to sign in, devices and browsers, and the question before two
            /// accounts are merged.
            #if canImport(ObjectiveC)
                @objc
            #endif
            public func accountPage() -> UIViewController {
                UIHostingController(rootView: AccountView(model: SignInModel(client: system)))
            }
        }
    #elseif canImport(AppKit)
        public import AppKit
        import Foundation
        import SwiftUI

        extension SignInFace {
            /// Creates the page that offers the sign-in, with the question before a second account.
            #if canImport(ObjectiveC)
                @objc(signInPageWithTitle:text:)
            #endif
            public func signInPage(title: String, text: String?) -> NSViewController {
                let text = text.map { LocalizedStringKey($0) }
                return NSHostingController(
                    rootView: AppleSignInView(SignInModel(client: system), title: LocalizedStringKey(title), text: text)
                )
            }

            /// Creates the page about the account: the ways to sign in, devices and browsers, and the question before two
            /// accounts are merged.
            #if canImport(ObjectiveC)
                @objc
            #endif
            public func accountPage() -> NSViewController {
                NSHostingController(rootView: AccountView(model: SignInModel(client: system)))
            }
        }
    #endif
#endif
