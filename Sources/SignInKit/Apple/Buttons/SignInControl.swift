#if canImport(AuthenticationServices)
    #if os(watchOS) || STAND_IN_WATCHOS
        // A watch has no views; see WatchButton.
    #elseif canImport(UIKit)
        import AuthenticationServices
        public import Foundation
        public import UIKit

        /// Apple's button for UIKit, with an asynchronous action: a second tap while the first is under way does nothing.
        public final class SignInControl: UIView {
            let button: ASAuthorizationAppleIDButton
            private let action: @MainActor () async -> Void
            private var running: Task<Void, Never>?

            /// A button that does something when it is tapped.
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

            /// Not from a storyboard: the action has to be given.
            @available(*, unavailable)
            public required init?(coder: NSCoder) { nil }

            #if !(os(tvOS) || STAND_IN_TVOS)
                /// The radius of the corners in points; Apple's own unless it is set.
                public var cornerRadius: CGFloat {
                    get { button.cornerRadius }
                    set { button.cornerRadius = newValue }
                }
            #endif

            /// As large as Apple's button wants to be.
            public override var intrinsicContentSize: CGSize { button.intrinsicContentSize }

            /// Lets Apple's button fill this view.
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

        /// Apple's button for AppKit, with an asynchronous action: a second click while the first is under way does nothing.
        public final class SignInControl: NSView {
            let button: ASAuthorizationAppleIDButton
            private let action: @MainActor () async -> Void
            private var running: Task<Void, Never>?

            /// A button that does something when it is clicked.
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

            /// Not from a storyboard: the action has to be given.
            @available(*, unavailable)
            public required init?(coder: NSCoder) { nil }

            /// The radius of the corners in points; Apple's own unless it is set.
            public var cornerRadius: CGFloat {
                get { button.cornerRadius }
                set { button.cornerRadius = newValue }
            }

            /// As large as Apple's button wants to be.
            public override var intrinsicContentSize: NSSize { button.intrinsicContentSize }

            /// Lets Apple's button fill this view.
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
