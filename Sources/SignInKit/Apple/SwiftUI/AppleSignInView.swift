#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    import Foundation
    public import SwiftUI

    /// A page that offers the sign-in: a title, a text, Apple's button, the progress, the question before a second account,
    /// and what did not work.
    ///
    /// It is as high as its content, and does not scroll.
    ///
    /// It searches for an existing account when it appears (``SignInClient/findExistingAccount()``). The kit's own texts are
    /// in five languages, and an app can replace them. To replace a part, show your own view for its state instead, such as
    /// ``SignInState/asking(_:)``.
    public struct AppleSignInView: View {
        private let model: PageModel
        private let words: PageWords
        private let button: SignInButton
        private var tap = SignInTap()
        private var logIn: (@MainActor () async -> LinkTicket?)?

        /// Creates a page for a model.
        /// - Parameters:
        ///   - title: what people sign in to, such as the app's name.
        ///   - text: what they gain by it, in one sentence.
        ///   - style: the default is black on light and white on dark backgrounds.
        public init(
            _ model: SignInModel, title: LocalizedStringKey, text: LocalizedStringKey? = nil,
            button buttonTitle: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil
        ) {
            self.model = .observed(model)
            words = PageWords(title: title, text: text)
            button = SignInButton(model, buttonTitle, style: style)
        }

        /// Creates a page for an observable model.
        /// - Parameters:
        ///   - title: what people sign in to, such as the app's name.
        ///   - text: what they gain by it, in one sentence.
        ///   - style: the default is black on light and white on dark backgrounds.
        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
        public init(
            _ model: ObservableSignInModel, title: LocalizedStringKey, text: LocalizedStringKey? = nil,
            button buttonTitle: AppleButtonTitle = .signIn, style: AppleButtonStyle? = nil
        ) {
            self.model = .observable(model)
            words = PageWords(title: title, text: text)
            button = SignInButton(model, buttonTitle, style: style)
        }

        /// Returns the page with a button that first offers saved passwords
        /// (``SignInClient/signIn(offeringPasswords:)``).
        public func offeringPasswords() -> AppleSignInView {
            var page = self
            page.tap.offersPasswords = true
            return page
        }

        /// Returns the page for somebody who is signed in to your own system. At the tap it fetches a ticket of your server,
        /// and the sign-in leads to the account that the ticket names. If that fails, nobody is signed in. The page searches
        /// for no other account.
        public func linking(_ ticket: @escaping @MainActor () async throws -> LinkTicket) -> AppleSignInView {
            var page = self
            page.tap.ticket = ticket
            return page
        }

        /// Returns the page with a way to an existing account beside the question whether there is one.
        /// - Parameter logIn: signs in to your own system, and returns a ticket of your server, or nil if the person gave
        ///   up.
        public func loggingIn(_ logIn: @escaping @MainActor () async -> LinkTicket?) -> AppleSignInView {
            var page = self
            page.logIn = logIn
            return page
        }

        /// The page.
        public var body: some View {
            ModelPage(model: model) {
                SignInPage(status: $0.status, model: $0, words: words, button: button, tap: tap, logIn: logIn)
            }
        }
    }

    /// The app's own words.
    private struct PageWords {
        let title: LocalizedStringKey
        let text: LocalizedStringKey?
    }

    private struct SignInPage: View {
        let status: SignInStatus
        let model: any SignInPageModel
        let words: PageWords
        let button: SignInButton
        let tap: SignInTap
        let logIn: (@MainActor () async -> LinkTicket?)?
        @State private var ticketFailure: SignInFailure?

        init(
            status: SignInStatus, model: any SignInPageModel, words: PageWords, button: SignInButton, tap: SignInTap,
            logIn: (@MainActor () async -> LinkTicket?)?
        ) {
            self.status = status
            self.model = model
            self.words = words
            self.button = button
            self.tap = tap
            self.logIn = logIn
            _ticketFailure = State(wrappedValue: nil)
        }

        private var shown: SignInPresentation {
            let told = SignInStatus(state: status.state, failure: status.failure ?? ticketFailure)
            return SignInPresentation(told, hasLogin: logIn != nil)
        }

        var body: some View {
            VStack(spacing: 24) {
                Text(words.title).font(.title).multilineTextAlignment(.center).accessibilityAddTraits(.isHeader)
                if let text = words.text { Text(text).multilineTextAlignment(.center) }
                if shown.offer != .waiting, !shown.sentences.isEmpty { notice }
                offer
            }
            .padding()
            .task { if tap.mayBeginEarly { await model.findExistingAccount() } }
        }

        private var notice: some View {
            VStack(spacing: 8) {
                Text(shown.sentences.joined(separator: "\n")).multilineTextAlignment(.center)
                if let page = shown.page { Link(page.absoluteString, destination: page) }
            }
        }

        @ViewBuilder private var offer: some View {
            switch shown.offer {
            case .button: button.acting(opensAttempts: tap.mayBeginEarly) { await signIn() }
            case .progress: ProgressView()
            case .waiting: ProgressView(shown.sentences.joined(separator: "\n"))
            case .question(let question): QuestionPart(shown: question, model: model, logIn: logIn)
            case .nothing: EmptyView()
            }
        }

        private func signIn() async {
            guard let client = model.client else { return }
            ticketFailure = nil
            ticketFailure = await tap.signIn(with: client)
        }
    }
#endif
