#if canImport(AuthenticationServices) && canImport(Security)
    #if os(watchOS) || STAND_IN_WATCHOS
        // watchOS has no views. See WatchButton.
    #elseif canImport(UIKit)
        public import Foundation
        public import UIKit

        extension SignInFace {
            /// Creates Apple's button. Add it to a view and give it constraints. After a tap it calls the block as
            /// ``signIn(completion:)`` does.
            #if canImport(ObjectiveC)
                @objc(buttonWithCompletion:)
            #endif
            public func button(completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void) -> UIView {
                let control = SignInControl { [weak self] in await self?.signIn(reporting: completion) }
                control.appearing = { [weak self] in await self?.prepare() }
                return control
            }
        }
    #elseif canImport(AppKit)
        public import AppKit
        public import Foundation

        extension SignInFace {
            /// Creates Apple's button. Add it to a view and give it constraints. After a click it calls the block as
            /// ``signIn(completion:)`` does.
            #if canImport(ObjectiveC)
                @objc(buttonWithCompletion:)
            #endif
            public func button(completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void) -> NSView {
                let control = SignInControl { [weak self] in await self?.signIn(reporting: completion) }
                control.appearing = { [weak self] in await self?.prepare() }
                return control
            }
        }
    #endif
#endif
