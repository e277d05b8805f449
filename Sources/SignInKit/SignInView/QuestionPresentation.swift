/// What the kit's own view shows for a question.
struct QuestionPresentation: Sendable, Equatable {
    /// A button.
    enum Choice: Sendable, Hashable {
        /// "I have an account", which the app's own login confirms.
        case logIn
        case answer(AccountAnswer)
        case later
    }

    /// Sentences, one below the other.
    var sentences: [String]
    /// The buttons, from the top to the bottom.
    var choices: [Choice]
    /// The button that stands out. Most people who are asked whether they have an account have none, and a merge cannot be
    /// undone, so nothing stands out there.
    var main: Choice?

    /// - Parameter hasLogin: whether the app offers a login of its own. It fits only as long as nobody is signed in.
    init(_ question: AccountQuestion, hasLogin: Bool = false, failure: SignInFailure? = nil) {
        let answer = Self.answer(to: question)
        let login: [Choice] = hasLogin && answer == .new ? [.logIn] : []
        let asked = question.isOffer ? [ViewText.questionOffer.text] : Self.sentences(before: answer)
        sentences = asked + SignInPresentation.sentences(about: failure)
        choices = login + [.answer(answer), .later]
        main = answer == .session ? .answer(.session) : nil
    }

    /// The answer that needs nothing else from the app.
    private static func answer(to question: AccountQuestion) -> AccountAnswer {
        if question.merge != nil { return .merge }
        return question.person == nil ? .new : .session
    }

    private static func sentences(before answer: AccountAnswer) -> [String] {
        switch answer {
        case .merge: [ViewText.questionMerge.text]
        case .session: [ViewText.questionAdd.text]
        case .new, .ticket: [ViewText.questionKnown.text, ViewText.questionExplanation.text]
        }
    }
}

extension QuestionPresentation.Choice {
    /// What the button says.
    var title: String {
        switch self {
        case .logIn: ViewText.answerLogIn.text
        case .answer(.new), .answer(.ticket): ViewText.answerNew.text
        case .answer(.session): ViewText.answerSession.text
        case .answer(.merge): ViewText.answerMerge.text
        case .later: ViewText.answerLater.text
        }
    }

    /// Whether something is deleted that does not come back.
    var isDestructive: Bool { self == .answer(.merge) }
}
