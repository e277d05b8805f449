#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    import Foundation
    public import SwiftUI

    /// Apple's own button, with the whole sign-in behind it.
    ///
    /// SwiftUI's `SignInWithAppleButton` wants the nonce before it is tapped; this one opens the attempt when it is.
    public struct SignInButton: View {
        @Environment(\.colorScheme) private var colorScheme
        private let title: AppleButtonTitle
        private let style: AppleButtonStyle?
        private let action: @MainActor () async -> Void

        /// Signs in with a model.
        /// - Parameter style: black on light and white on dark backgrounds, unless it is said.
        public init(_ model: SignInModel, _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil) {
            self.init(title, style: style) { await model.signIn() }
        }

        /// Does something else, the deletion of an account for instance.
        public init(
            _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil,
            action: @escaping @MainActor () async -> Void
        ) {
            self.title = title
            self.style = style
            self.action = action
        }

        private var shownStyle: AppleButtonStyle { style ?? (colorScheme == .dark ? .white : .black) }

        /// The button. Made anew when its style changes, since Apple's keeps the style it was made with. Never smaller
        /// than Apple's guidelines allow.
        public var body: some View {
            SystemButton(title: title, style: shownStyle, action: action)
                .id(shownStyle)
                .frame(minWidth: 140, minHeight: 30)
        }
    }
#endif
