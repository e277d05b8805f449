#if canImport(AuthenticationServices)
    #if os(watchOS) || STAND_IN_WATCHOS
        // watchOS has no views. See WatchButton.
    #elseif canImport(UIKit)
        import AuthenticationServices
        public import Foundation
        public import UIKit

        /// Apple's button for UIKit with an asynchronous action. A second tap while the action runs does nothing.
        public final class SignInControl: UIView {
            let button: ASAuthorizationAppleIDButton
            private let action: @MainActor () async -> Void
            private var running: Task<Void, Never>?

            /// Creates a button with an action for taps.
            public init(
                _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle = .black,
                action: @escaping @MainActor () async -> Void
            ) {
                button = ASAuthorizationAppleIDButton(
                    authorizationButtonType: title.system, authorizationButtonStyle: style.system)
                self.action = action
                super.init(frame: .zero)
                addSubview(button)
                button.addTarget(self, action: Selector(("tapped")), for: .touchUpInside)
                #if os(tvOS) || STAND_IN_TVOS
                    button.addTarget(self, action: Selector(("tapped")), for: .primaryActionTriggered)
                #endif
            }

            /// Not available: a storyboard cannot pass the action.
            @available(*, unavailable)
            public required init?(coder: NSCoder) { nil }

            #if !(os(tvOS) || STAND_IN_TVOS)
                /// The corner radius in points. The default is Apple's.
                public var cornerRadius: CGFloat {
                    get { button.cornerRadius }
                    set { button.cornerRadius = newValue }
                }
            #endif

            /// The natural size of Apple's button.
            public override var intrinsicContentSize: CGSize { button.intrinsicContentSize }

            /// Makes Apple's button fill this view.
            public override func layoutSubviews() {
                super.layoutSubviews()
                button.frame = bounds
            }

            #if canImport(ObjectiveC)
                @objc
            #endif
            func tapped() {
                guard running == nil else { return }
                running = Task { [weak self, action] in
                    await action()
                    self?.running = nil
                }
            }
        }
    #elseif canImport(AppKit)
        public import AppKit
        import AuthenticationServices
        public import Foundation

        /// Apple's button for AppKit with an asynchronous action. A second click while the action runs does nothing.
        public final class SignInControl: NSView {
            let button: ASAuthorizationAppleIDButton
            private let action: @MainActor () async -> Void
            private var running: Task<Void, Never>?

            /// Creates a button with an action for clicks.
            public init(
                _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle = .black,
                action: @escaping @MainActor () async -> Void
            ) {
                button = ASAuthorizationAppleIDButton(
                    authorizationButtonType: title.system, authorizationButtonStyle: style.system)
                self.action = action
                super.init(frame: .zero)
                addSubview(button)
                button.target = self
                button.action = Selector(("tapped"))
            }

            /// Not available: a storyboard cannot pass the action.
            @available(*, unavailable)
            public required init?(coder: NSCoder) { nil }

            /// The corner radius in points. The default is Apple's.
            public var cornerRadius: CGFloat {
                get { button.cornerRadius }
                set { button.cornerRadius = newValue }
            }

            /// The natural size of Apple's button.
            public override var intrinsicContentSize: NSSize { button.intrinsicContentSize }

            /// Makes Apple's button fill this view.
            public override func layout() {
                super.layout()
                button.frame = bounds
            }

            #if canImport(ObjectiveC)
                @objc
            #endif
            func tapped() {
                guard running == nil else { return }
                running = Task { [weak self, action] in
                    await action()
                    self?.running = nil
                }
            }
        }
    #endif
#endif
