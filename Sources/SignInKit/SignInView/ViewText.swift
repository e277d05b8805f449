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
    static let questionOffer = Self(
        "view.question.offer",
        "You had another account here before the app changed companies. Merge the two? That account is then deleted.")
    static let answerNew = Self("view.answer.new", "Create a new account")
    static let answerSession = Self("view.answer.session", "Yes, add it to this account")
    static let answerMerge = Self("view.answer.merge", "Merge the accounts")
    static let answerLogIn = Self("view.answer.log_in", "Yes, sign in to my account")
    static let answerLater = Self("view.answer.later", "Not now")

    static let waysTitle = Self("view.ways.title", "Ways to sign in")
    static let waysApple = Self("view.ways.apple", "Apple Account")
    static let waysPassword = Self("view.ways.password", "Password")
    static let waysAdd = Self("view.ways.add", "Add this device’s Apple Account")
    static let waysUpgrade = Self("view.ways.upgrade", "Use Apple instead of my password")
    static let waysRemove = Self("view.ways.remove", "Remove")
    static let waysRemoveWarning = Self(
        "view.ways.remove_warning", "You won’t be able to sign in with it anymore.")

    static let sessionsTitle = Self("view.sessions.title", "Where you are signed in")
    static let sessionsThisDevice = Self("view.sessions.this_device", "This device")
    static let sessionsApp = Self("view.sessions.app", "This app on another device")
    static let sessionsAndroid = Self("view.sessions.android", "An Android device")
    static let sessionsBrowser = Self("view.sessions.browser", "A browser")
    static let sessionsOther = Self("view.sessions.other", "Another app")
    static let sessionsEnd = Self("view.sessions.end", "Sign out")
    static let sessionsEndOthers = Self("view.sessions.end_others", "Sign out everywhere else")
    static let tryAgain = Self("view.try_again", "Try again")

    /// All texts.
    static let all: [ViewText] = [
        waiting, credentialNotFound, accountDeleted, removeByHand, questionKnown, questionExplanation, questionAdd,
        questionMerge, questionOffer, answerNew, answerSession, answerMerge, answerLogIn, answerLater, waysTitle,
        waysApple, waysPassword, waysAdd, waysUpgrade, waysRemove, waysRemoveWarning, sessionsTitle,
        sessionsThisDevice, sessionsApp, sessionsAndroid, sessionsBrowser, sessionsOther, sessionsEnd,
        sessionsEndOthers, tryAgain,
    ]
}
