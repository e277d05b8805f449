#if canImport(AuthenticationServices)
    #if os(watchOS) || STAND_IN_WATCHOS
        // watchOS has no views. See WatchButton.
    #elseif canImport(UIKit)
        import AuthenticationServices
        public import Foundation
        public import UIKit

        /// Apple's button for UIKit with an asynchronous action. A second tap while the action runs does nothing,
        /// unless Apple's sheet has not appeared.
        ///
        /// Apple's sheet opens over the window of the button, if ``SignInClient`` shows it during the action.
        public final class SignInControl: UIView {
            private(set) var button: ASAuthorizationAppleIDButton
            var action: @MainActor () async -> Void
            private let press = ButtonPress()

            /// The title.
            public var title: AppleButtonTitle { didSet { if title != oldValue { replaceButton() } } }

            /// The colours.
            public var style: AppleButtonStyle { didSet { if style != oldValue { replaceButton() } } }

            /// Whether the button reacts to taps. A disabled button looks as Apple's does.
            public var isEnabled = true { didSet { button.isEnabled = isEnabled } }

            /// What happens when the button comes into a window, and after its action.
            var appearing: (@MainActor () async -> Void)?

            /// Creates a button with an action for taps.
            public init(
                _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle = .black,
                action: @escaping @MainActor () async -> Void
            ) {
                button = ASAuthorizationAppleIDButton(
                    authorizationButtonType: title.system, authorizationButtonStyle: style.system)
                self.title = title
                self.style = style
                self.action = action
                super.init(frame: .zero)
                addButton()
            }

            /// Creates a button that signs in with a client. It opens the attempt when it comes into a window, so that a
            /// tap waits for nobody.
            public convenience init(
                _ client: SignInClient, _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle = .black
            ) {
                self.init(title, style: style) { await client.signIn() }
                appearing = { await client.prepare() }
            }

            /// Runs what has to happen when the button comes into a window.
            public override func didMoveToWindow() {
                super.didMoveToWindow()
                guard window != nil, let appearing else { return }
                Task { await appearing() }
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

            private func addButton() {
                addSubview(button)
                button.addTarget(self, action: Selector(("tapped")), for: .touchUpInside)
                #if os(tvOS) || STAND_IN_TVOS
                    button.addTarget(self, action: Selector(("tapped")), for: .primaryActionTriggered)
                #endif
            }

            /// Apple's button takes its title and its style only when it is created. (Apple,
            /// `ASAuthorizationAppleIDButton`: both are arguments of the initializer, and there is no property.)
            private func replaceButton() {
                let old = button
                button = ASAuthorizationAppleIDButton(
                    authorizationButtonType: title.system, authorizationButtonStyle: style.system)
                #if !(os(tvOS) || STAND_IN_TVOS)
                    button.cornerRadius = old.cornerRadius
                #endif
                button.isEnabled = isEnabled
                old.removeFromSuperview()
                addButton()
                invalidateIntrinsicContentSize()
                setNeedsLayout()
            }

            #if canImport(ObjectiveC)
                @objc
            #endif
            func tapped() {
                guard isEnabled else { return }
                SheetOrigin.tapped(in: window) {
                    press.run(action) { [weak self] in await self?.becomeReady() }
                }
            }

            /// A closed sheet has used up the attempt.
            private func becomeReady() async {
                if window != nil { await appearing?() }
            }
        }
    #elseif canImport(AppKit)
        public import AppKit
        import AuthenticationServices
        public import Foundation

        /// Apple's button for AppKit with an asynchronous action. A second click while the action runs does nothing,
        /// unless Apple's sheet has not appeared.
        ///
        /// Apple's sheet opens over the window of the button, if ``SignInClient`` shows it during the action.
        public final class SignInControl: NSView {
            private(set) var button: ASAuthorizationAppleIDButton
            var action: @MainActor () async -> Void
            private let press = ButtonPress()

            /// The title.
            public var title: AppleButtonTitle { didSet { if title != oldValue { replaceButton() } } }

            /// The colours.
            public var style: AppleButtonStyle { didSet { if style != oldValue { replaceButton() } } }

            /// Whether the button reacts to clicks. A disabled button looks as Apple's does.
            public var isEnabled = true { didSet { button.isEnabled = isEnabled } }

            /// What happens when the button comes into a window, and after its action.
            var appearing: (@MainActor () async -> Void)?

            /// Creates a button with an action for clicks.
            public init(
                _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle = .black,
                action: @escaping @MainActor () async -> Void
            ) {
                button = ASAuthorizationAppleIDButton(
                    authorizationButtonType: title.system, authorizationButtonStyle: style.system)
                self.title = title
                self.style = style
                self.action = action
                super.init(frame: .zero)
                addButton()
            }

            /// Creates a button that signs in with a client. It opens the attempt when it comes into a window, so that a
            /// click waits for nobody.
            public convenience init(
                _ client: SignInClient, _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle = .black
            ) {
                self.init(title, style: style) { await client.signIn() }
                appearing = { await client.prepare() }
            }

            /// Runs what has to happen when the button comes into a window.
            public override func viewDidMoveToWindow() {
                super.viewDidMoveToWindow()
                guard window != nil, let appearing else { return }
                Task { await appearing() }
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

            private func addButton() {
                addSubview(button)
                button.target = self
                button.action = Selector(("tapped"))
            }

            /// Apple's button takes its title and its style only when it is created. (Apple,
            /// `ASAuthorizationAppleIDButton`: both are arguments of the initializer, and there is no property.)
            private func replaceButton() {
                let old = button
                button = ASAuthorizationAppleIDButton(
                    authorizationButtonType: title.system, authorizationButtonStyle: style.system)
                button.cornerRadius = old.cornerRadius
                button.isEnabled = isEnabled
                old.removeFromSuperview()
                addButton()
                invalidateIntrinsicContentSize()
                needsLayout = true
            }

            #if canImport(ObjectiveC)
                @objc
            #endif
            func tapped() {
                guard isEnabled else { return }
                SheetOrigin.tapped(in: window) {
                    press.run(action) { [weak self] in await self?.becomeReady() }
                }
            }

            /// A closed sheet has used up the attempt.
            private func becomeReady() async {
                if window != nil { await appearing?() }
            }
        }
    #endif
#endif
