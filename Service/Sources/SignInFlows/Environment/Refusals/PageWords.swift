/// The text of an error page, in plain words, and where its button leads.
///
/// `{wait}` stands for the time after which the same request may be sent again.
package struct PageWords: Sendable, Hashable {
    /// Where the button leads. The raw value is its default label.
    package enum WayOn: String, Sendable {
        /// The start of the same sign-in.
        case signIn = "Try again"
        case start = "Go to the start page"
        case account = "Go to your account"
        /// A sign-in that leads back to the account.
        case freshSignIn = "Sign in again"
        case anotherMail = "Send another email"
        /// There is no button: the person reloads the page.
        case reload
    }

    /// The heading and title of the page.
    package let heading: String
    /// What happened, and what to do.
    package let text: String
    /// Where the button leads.
    package let wayOn: WayOn
    /// The label of the button.
    package let button: String

    init(_ heading: String, _ text: String, wayOn: WayOn = .signIn, button: String? = nil) {
        self.heading = heading
        self.text = text
        self.wayOn = wayOn
        self.button = button ?? wayOn.rawValue
    }
}

/// Texts that several errors share.
extension PageWords {
    static let general = PageWords(
        "Something went wrong",
        "Your request could not be completed. If this happens again, the code below helps to find the cause.")
    static let attemptOver = PageWords(
        "This sign-in has ended",
        "It was open for too long, or it ended in another tab. Please sign in again.")
    static let otherBrowser = PageWords(
        "This sign-in began somewhere else",
        "Apple’s response belongs to a sign-in in another browser or window. You were not signed in here.")
    static let linkWrong = PageWords(
        "This link does not work",
        "This service does not recognise it. Please tell the operator of the app or website that sent you here.")
    static let accountHeld = PageWords(
        "Your account is not ready yet",
        "New accounts are reviewed before they can be used. Please try again later, or ask this service’s operator.",
        wayOn: .start, button: "Go back")
    static let notOffered = PageWords(
        "This is not available here", "This service does not offer this feature. Nothing was changed.", wayOn: .start)
}
