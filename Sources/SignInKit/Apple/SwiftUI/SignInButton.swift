#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    public import SwiftUI

    #if os(tvOS) || os(watchOS) || STAND_IN_TVOS || STAND_IN_WATCHOS
        import Foundation
    #else
        public import Foundation
    #endif

    /// Apple's own button, which performs the whole sign-in.
    ///
    /// SwiftUI's `SignInWithAppleButton` needs the nonce before the tap. This button opens the attempt when it appears, or
    /// after the tap. Without a `frame` it has a right size, which `controlSize(_:)` changes.
    public struct SignInButton: View {
        /// The model that the button waits for, if it has one.
        private enum Model {
            case none
            case observed(SignInModel)
            /// An ``ObservableSignInModel``, which older systems do not have.
            case observable(any LaunchingModel)
        }

        private let model: Model
        private var button: StyledButton
        private var opensAttempts = true

        /// Creates a button that signs in with a model. It is invisible, but keeps its place, until the model knows
        /// whether somebody is signed in.
        /// - Parameter style: the default is black on light and white on dark backgrounds.
        public init(_ model: SignInModel, _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil) {
            self.model = .observed(model)
            button = StyledButton(title, style, cornerRadius: nil) { await model.signIn() }
        }

        /// Creates a button that signs in with an observable model. It is invisible, but keeps its place, until the model
        /// knows whether somebody is signed in.
        /// - Parameter style: the default is black on light and white on dark backgrounds.
        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
        public init(
            _ model: ObservableSignInModel, _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil
        ) {
            self.model = .observable(model)
            button = StyledButton(title, style, cornerRadius: nil) { await model.signIn() }
        }

        /// Creates a button with another action, for instance to delete the account.
        public init(
            _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil,
            action: @escaping @MainActor () async -> Void
        ) {
            model = .none
            button = StyledButton(title, style, cornerRadius: nil, action)
        }

        #if !(os(tvOS) || os(watchOS) || STAND_IN_TVOS || STAND_IN_WATCHOS)
            /// Creates a button that signs in with a model, with a corner radius. It is invisible, but keeps its place,
            /// until the model knows whether somebody is signed in.
            /// - Parameters:
            ///   - style: the default is black on light and white on dark backgrounds.
            ///   - cornerRadius: the radius in points. Nil means Apple's.
            public init(
                _ model: SignInModel, _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil,
                cornerRadius: CGFloat?
            ) {
                self.model = .observed(model)
                button = StyledButton(title, style, cornerRadius: cornerRadius) { await model.signIn() }
            }

            /// Creates a button that signs in with an observable model, with a corner radius.
            /// - Parameters:
            ///   - style: the default is black on light and white on dark backgrounds.
            ///   - cornerRadius: the radius in points. Nil means Apple's.
            @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
            public init(
                _ model: ObservableSignInModel, _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil,
                cornerRadius: CGFloat?
            ) {
                self.model = .observable(model)
                button = StyledButton(title, style, cornerRadius: cornerRadius) { await model.signIn() }
            }

            /// Creates a button with another action and a corner radius.
            /// - Parameter cornerRadius: the radius in points. Nil means Apple's.
            public init(
                _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil, cornerRadius: CGFloat?,
                action: @escaping @MainActor () async -> Void
            ) {
                model = .none
                button = StyledButton(title, style, cornerRadius: cornerRadius, action)
            }
        #endif

        /// Returns the button with another action.
        /// - Parameter opensAttempts: whether an attempt is opened before the tap, which the action then uses.
        func acting(opensAttempts: Bool, _ action: @escaping @MainActor () async -> Void) -> SignInButton {
            var other = self
            other.button = button.acting(action)
            other.opensAttempts = opensAttempts
            return other
        }

        /// The button.
        public var body: some View {
            switch model {
            case .none: button
            case .observed(let model): ButtonOfModel(model: model, button: button, opensAttempts: opensAttempts)
            case .observable(let model): ButtonOfObservable(model: model, button: button, opensAttempts: opensAttempts)
            }
        }
    }

    private struct ButtonOfModel: View {
        @ObservedObject var model: SignInModel
        let button: StyledButton
        let opensAttempts: Bool

        var body: some View { WaitingButton(model, button, opensAttempts: opensAttempts) }
    }

    private struct ButtonOfObservable: View {
        let model: any LaunchingModel
        let button: StyledButton
        let opensAttempts: Bool

        var body: some View { WaitingButton(model, button, opensAttempts: opensAttempts) }
    }

    /// A signed-in person should not see the button flash when the app starts, so it is not shown before the storage
    /// was read. An invisible view keeps its place, so that nothing moves afterwards.
    private struct WaitingButton: View {
        let model: any LaunchingModel
        // Values of its own: SwiftUI leaves a view alone whose values are those of before.
        let isWaiting: Bool
        let awaitsTap: Bool
        let button: StyledButton
        let opensAttempts: Bool

        @MainActor
        init(_ model: any LaunchingModel, _ button: StyledButton, opensAttempts: Bool) {
            self.model = model
            self.opensAttempts = opensAttempts
            isWaiting = model.isReadingStorage
            awaitsTap = model.status.state.awaitsTap
            self.button = button
        }

        /// After a closed sheet and after a sign-out, the next tap needs another attempt.
        var body: some View {
            button
                .opacity(isWaiting ? 0 : 1)
                .disabled(isWaiting)
                .accessibilityHidden(isWaiting)
                .task(id: awaitsTap) { if opensAttempts { await model.prepare() } }
        }
    }

    /// The button in its environment.
    private struct StyledButton: View {
        @Environment(\.colorScheme) private var colorScheme
        @Environment(\.isEnabled) private var isEnabled
        #if !(os(tvOS) || STAND_IN_TVOS)
            @Environment(\.controlSize) private var controlSize
        #endif
        /// How much larger than usual the person prefers text, in percent. The system may round a scaled number.
        @ScaledMetric private var textScale: CGFloat = 100
        private let title: AppleButtonTitle
        private let style: AppleButtonStyle?
        private let cornerRadius: CGFloat?
        private var action: @MainActor () async -> Void

        init(
            _ title: AppleButtonTitle, _ style: AppleButtonStyle?, cornerRadius: CGFloat?,
            _ action: @escaping @MainActor () async -> Void
        ) {
            self.title = title
            self.style = style
            self.cornerRadius = cornerRadius
            self.action = action
        }

        func acting(_ action: @escaping @MainActor () async -> Void) -> StyledButton {
            var other = self
            other.action = action
            return other
        }

        private var look: ButtonLook {
            let shown = style ?? (colorScheme == .dark ? .white : .black)
            return ButtonLook(title: title, style: shown, cornerRadius: cornerRadius)
        }

        private var height: CGFloat { AppleButtonSize.height(step, .current, textScale: textScale / 100) }

        /// The button is created again when its look changes, because Apple's button keeps its initial one. The system
        /// sizes the watch's button itself.
        var body: some View {
            SystemButton(look: look, isEnabled: isEnabled, action: action)
                .id(look)
                #if os(watchOS) || STAND_IN_WATCHOS
                    .frame(minWidth: AppleButtonSize.narrowest, minHeight: height)
                #else
                    .frame(
                        minWidth: AppleButtonSize.narrowest, maxWidth: AppleButtonSize.widest, minHeight: height,
                        maxHeight: height)
                #endif
        }

        private var step: AppleButtonSize.Step {
            #if os(tvOS) || STAND_IN_TVOS
                return .usual
            #else
                return switch controlSize {
                case .mini, .small: .small
                case .regular: .usual
                default: .large
                }
            #endif
        }
    }

    extension AppleButtonSize.Reach {
        fileprivate static var current: AppleButtonSize.Reach {
            #if os(tvOS) || STAND_IN_TVOS
                return .remote
            #elseif os(macOS) || STAND_IN_MACOS
                return .pointer
            #else
                return .finger
            #endif
        }
    }
#endif
