#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    import Foundation
    public import SwiftUI

    /// A page that offers the sign-in: a title, a text, Apple's button, the progress, and what did not work.
    ///
    /// It searches for an existing account when it appears (``SignInClient/findExistingAccount()``). The kit's own texts are
    /// in five languages, and an app can replace them.
    public struct AppleSignInView: View {
        private enum Model {
            case observed(SignInModel)
            /// An ``ObservableSignInModel``, which older systems do not have.
            case observable(any SignInPageModel)
        }

        private let model: Model
        private let words: PageWords
        private let button: SignInButton

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

        /// The page.
        public var body: some View {
            switch model {
            case .observed(let model): PageOfModel(model: model, words: words, button: button)
            case .observable(let model): PageOfObservable(model: model, words: words, button: button)
            }
        }
    }

    /// A model that the page follows.
    @MainActor
    protocol SignInPageModel: AnyObject {
        var status: SignInStatus { get }
        func findExistingAccount() async
        func answer(_ answer: AccountAnswer) async
        func cancel() async
    }

    extension SignInModel: SignInPageModel {}

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension ObservableSignInModel: SignInPageModel {}

    /// The app's own words.
    private struct PageWords {
        let title: LocalizedStringKey
        let text: LocalizedStringKey?
    }

    private struct PageOfModel: View {
        @ObservedObject var model: SignInModel
        let words: PageWords
        let button: SignInButton

        var body: some View { page(model, words, button) }
    }

    private struct PageOfObservable: View {
        let model: any SignInPageModel
        let words: PageWords
        let button: SignInButton

        var body: some View { page(model, words, button) }
    }

    /// The status is passed as a value: SwiftUI leaves a view alone whose values are those of before.
    @MainActor
    private func page(_ model: any SignInPageModel, _ words: PageWords, _ button: SignInButton) -> SignInPage {
        SignInPage(
            shown: SignInPresentation(model.status), words: words, button: button,
            search: { await model.findExistingAccount() }, answer: { await model.answer($0) },
            giveUp: { await model.cancel() })
    }

    private struct SignInPage: View {
        let shown: SignInPresentation
        let words: PageWords
        let button: SignInButton
        let search: @MainActor () async -> Void
        let answer: @MainActor (AccountAnswer) async -> Void
        let giveUp: @MainActor () async -> Void

        var body: some View {
            VStack(spacing: 24) {
                Text(words.title).font(.title).multilineTextAlignment(.center).accessibilityAddTraits(.isHeader)
                if let text = words.text { Text(text).multilineTextAlignment(.center) }
                if shown.offer != .waiting, !shown.sentences.isEmpty { notice }
                offer
            }
            .padding()
            .task { await search() }
        }

        private var notice: some View {
            VStack(spacing: 8) {
                Text(shown.sentences.joined(separator: "\n")).multilineTextAlignment(.center)
                if let page = shown.page { Link(page.absoluteString, destination: page) }
            }
        }

        @ViewBuilder private var offer: some View {
            switch shown.offer {
            case .button: button
            case .progress: ProgressView()
            case .waiting: ProgressView(shown.sentences.joined(separator: "\n"))
            case .answers(let answer):
                VStack(spacing: 12) {
                    Button(SignInPresentation.title(of: answer)) { Task { await self.answer(answer) } }
                    Button(ViewText.answerLater.text) { Task { await giveUp() } }
                }
            case .nothing: EmptyView()
            }
        }
    }
#endif
