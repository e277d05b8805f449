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

    /// All texts.
    static let all: [ViewText] = [waiting, credentialNotFound, accountDeleted, removeByHand]
}
