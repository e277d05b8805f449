/// A text of the kit's own view, in words for people. This is the English text, which needs no resources.
///
/// To add a text, declare it here, add it to ``all``, and add its key to `Localizable.xcstrings`.
struct ViewText: Sendable, Hashable {
    let key: String
    let english: String

    private init(_ key: String, _ english: String) {
        self.key = key
        self.english = english
    }

    /// The text in the app's language.
    var text: String { TextCatalog.text(key, english: english) }
}

extension ViewText {
    static let waiting = Self("view.waiting", "Waiting for the network. Nothing you entered is lost.")
    static let credentialNotFound = Self(
        "view.credential_not_found",
        "Your Apple Account isn’t signed in to this device anymore, so you were signed out.")
    static let accountDeleted = Self("view.account_deleted", "Your account was deleted.")
    static let removeByHand = Self("view.remove_by_hand", "Remove this app from your Apple Account, too.")

    static let questionKnown = Self("view.question.known", "Have you been here before?")
    static let questionExplanation = Self(
        "view.question.explanation",
        "This Apple Account is new here. If you already have an account, sign in to it first.")
    static let questionAdd = Self("view.question.add", "Add this Apple Account to your account?")
    static let questionMerge = Self(
        "view.question.merge",
        "This Apple Account already has its own account here. Merge the two? That account is then deleted.")
    static let answerNew = Self("view.answer.new", "Create a new account")
    static let answerSession = Self("view.answer.session", "Yes, add it to this account")
    static let answerMerge = Self("view.answer.merge", "Merge the accounts")
    static let answerLater = Self("view.answer.later", "Not now")

    /// All texts.
    static let all: [ViewText] = [
        waiting, credentialNotFound, accountDeleted, removeByHand, questionKnown, questionExplanation, questionAdd,
        questionMerge, answerNew, answerSession, answerMerge, answerLater,
    ]
}
