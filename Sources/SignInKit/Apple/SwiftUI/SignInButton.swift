#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    import Foundation
    public import SwiftUI

    /// Apple's own button, which performs the whole sign-in.
    ///
    /// SwiftUI's `SignInWithAppleButton` needs the nonce before the tap. This button opens the attempt after the tap.
    public struct SignInButton: View {
        @Environment(\.colorScheme) private var colorScheme
        private let title: AppleButtonTitle
        private let style: AppleButtonStyle?
        private let action: @MainActor () async -> Void

        /// Creates a button that signs in with a model.
        /// - Parameter style: the default is black on light and white on dark backgrounds.
        public init(_ model: SignInModel, _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil) {
            self.init(title, style: style) { await model.signIn() }
        }

        /// Creates a button with another action, for instance to delete the account.
        public init(
            _ title: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil,
            action: @escaping @MainActor () async -> Void
        ) {
            self.title = title
            self.style = style
            self.action = action
        }

        private var shownStyle: AppleButtonStyle { style ?? (colorScheme == .dark ? .white : .black) }

        /// The button. It is created again when its style changes, because Apple's button keeps its initial style. It
        /// is never smaller than Apple's guidelines allow.
        public var body: some View {
            SystemButton(title: title, style: shownStyle, action: action)
                .id(shownStyle)
                .frame(minWidth: 140, minHeight: 30)
        }
    }
#endif
