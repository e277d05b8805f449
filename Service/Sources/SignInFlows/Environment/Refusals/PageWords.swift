/// What a person reads where an error has a page: plain words, and a way on.
///
/// `{wait}` stands for the time after which the same may be sent again.
package struct PageWords: Sendable, Hashable {
    /// Where the button leads. The raw value is what it says where the row has nothing else.
    package enum WayOn: String, Sendable {
        /// The start of the same sign-in.
        case signIn = "Try again"
        case start = "Go to the start"
        case account = "Go to your account"
        /// A sign-in that leads back to the account.
        case freshSignIn = "Sign in again"
        case anotherMail = "Send me another"
        /// There is no button: the person reloads the page.
        case reload
    }

    /// The page's title, too.
    package let heading: String
    /// What happened, and what to do.
    package let text: String
    /// Where the button leads.
    package let wayOn: WayOn
    /// What the button says.
    package let button: String

    init(_ heading: String, _ text: String, wayOn: WayOn = .signIn, button: String? = nil) {
        self.heading = heading
        self.text = text
        self.wayOn = wayOn
        self.button = button ?? wayOn.rawValue
    }
}

/// What several codes say.
extension PageWords {
    static let general = PageWords(
        "The sign-in did not work", "Nobody was signed in. If it happens again, the code below helps to find out why.")
    static let attemptOver = PageWords(
        "This sign-in is no longer open",
        "It was left open too long, or it ended in another tab. Signing in again takes a moment.")
    static let otherBrowser = PageWords(
        "This sign-in began somewhere else",
        "The answer from Apple belongs to another browser or another window. Nobody was signed in here.")
    static let linkWrong = PageWords(
        "The link that led here is not right",
        "It asks for something that this service does not know. Please tell whoever gave it to you.")
    static let accountHeld = PageWords(
        "Your account is not open yet",
        "Somebody looks at new accounts first. Please try again later, or ask whoever runs the service.",
        wayOn: .start, button: "Go back")
    static let notOffered = PageWords(
        "This is not offered here", "Whoever runs this service does not use it. Nothing was changed.", wayOn: .start)
}
