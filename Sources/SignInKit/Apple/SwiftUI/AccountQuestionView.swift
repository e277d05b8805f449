#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    import Foundation
    public import SwiftUI

    /// Asks before the person gets a second account, and before two accounts are merged. It shows nothing while there is no
    /// question.
    ///
    /// ``AppleSignInView`` contains it. Show it yourself to people who are signed in, and beside a page of your own. It has no
    /// field for a password: who types one in yours is asked whether to add the Apple Account.
    public struct AccountQuestionView: View {
        private let model: PageModel
        private let logIn: (@MainActor () async -> LinkTicket?)?

        /// Creates a view for a model.
        /// - Parameter logIn: signs in to your own system, and returns a ticket of your server, or nil if the person gave
        ///   up. Without it, nobody is offered to sign in to an account that they have.
        public init(_ model: SignInModel, logIn: (@MainActor () async -> LinkTicket?)? = nil) {
            self.model = .observed(model)
            self.logIn = logIn
        }

        /// Creates a view for an observable model.
        /// - Parameter logIn: signs in to your own system, and returns a ticket of your server, or nil if the person gave
        ///   up. Without it, nobody is offered to sign in to an account that they have.
        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
        public init(_ model: ObservableSignInModel, logIn: (@MainActor () async -> LinkTicket?)? = nil) {
            self.model = .observable(model)
            self.logIn = logIn
        }

        /// The view.
        public var body: some View {
            ModelPage(model: model) { OpenQuestionView(status: $0.status, model: $0, logIn: logIn) }
        }
    }

    private struct OpenQuestionView: View {
        let status: SignInStatus
        let model: any SignInPageModel
        let logIn: (@MainActor () async -> LinkTicket?)?

        var body: some View {
            if case .question(let shown) = SignInPresentation(status, hasLogin: logIn != nil).offer {
                QuestionPart(shown: shown, model: model, logIn: logIn)
            }
        }
    }

    /// The sentences of a question, and its buttons.
    struct QuestionPart: View {
        let shown: QuestionPresentation
        let model: any SignInPageModel
        let logIn: (@MainActor () async -> LinkTicket?)?

        var body: some View {
            VStack(spacing: 12) {
                Text(shown.sentences.joined(separator: "\n")).multilineTextAlignment(.center)
                ForEach(shown.choices, id: \.self) { choice in button(choice) }
            }
        }

        @ViewBuilder
        private func button(_ choice: QuestionPresentation.Choice) -> some View {
            let button = Button(choice.title, role: choice.isDestructive ? .destructive : nil) {
                Task { await choose(choice) }
            }
            if choice == shown.main {
                button.buttonStyle(.borderedProminent)
            } else {
                button.buttonStyle(.bordered)
            }
        }

        private func choose(_ choice: QuestionPresentation.Choice) async {
            switch choice {
            case .logIn: if let ticket = await logIn?() { await model.answer(.ticket(ticket)) }
            case .answer(let answer): await model.answer(answer)
            case .later: await model.cancel()
            }
        }
    }
#endif
