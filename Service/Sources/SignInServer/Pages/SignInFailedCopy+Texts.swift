import SignInAPI

/// The texts of the page.
extension SignInFailedCopy {
    static let attemptOver = SignInFailedCopy(
        heading: "This sign-in is no longer open",
        text: "It was left open too long, or it ended in another tab. Signing in again takes a moment.")

    static let attemptUsed = SignInFailedCopy(
        heading: "This sign-in was already used",
        text: "You may be signed in already. If not, sign in again.", label: "Sign in again")

    static let attemptUnderWay = SignInFailedCopy(
        heading: "You are being signed in",
        text:
            "Your browser sent the same answer twice, and the first one is not finished yet. Try again in a moment."
    )

    static let otherBrowser = SignInFailedCopy(
        heading: "This sign-in began somewhere else",
        text: "The answer from Apple belongs to another browser or another window. Nobody was signed in here.")

    static let linkWrong = SignInFailedCopy(
        heading: "The link that led here is not right",
        text: "It asks for something that this service does not know. Please tell whoever gave it to you.")

    static let consentRevoked = SignInFailedCopy(
        heading: "You stopped using this app at Apple",
        text: "That happened while you were signing in, so nobody was signed in. You can sign in again.",
        label: "Sign in again")

    static let providerOff = SignInFailedCopy(
        heading: "Sign in with Apple is switched off",
        text: "Whoever runs this service does not use it at the moment. Nobody was signed in.", wayOn: .page("/"),
        label: "Go to the start")

    static let general = SignInFailedCopy(
        heading: "The sign-in did not work",
        text: "Nobody was signed in. If it happens again, the code below helps to find out why.")

    static let appleUnavailable = SignInFailedCopy(
        heading: "Apple cannot be reached",
        text:
            "Your sign-in could not be finished because Apple did not answer. In a minute, try again: the answer you "
            + "brought is sent once more.")

    static func appleKeyUnknown(retryAfter seconds: Int) -> SignInFailedCopy {
        SignInFailedCopy(
            heading: "One moment more",
            text:
                "Apple signed your sign-in with a key that is new here. In \(seconds) seconds, try again: "
                + "the answer you brought is sent once more.")
    }

    static let databaseUnavailable = SignInFailedCopy(
        heading: "Please try again in a moment",
        text: "The service is busy or being looked after. Nobody was signed in yet; try again in a moment.")

    static let accountDisabled = SignInFailedCopy(
        heading: "This account is closed",
        text: "You can sign in to Apple, but the account here is no longer in use.", wayOn: .page("/"), label: "Go back"
    )

    static let accountHeld = SignInFailedCopy(
        heading: "Your account is not open yet",
        text: "Somebody looks at new accounts first. Please try again later, or ask whoever runs the service.",
        wayOn: .page("/"), label: "Go back")

    static let freshSignInRequired = SignInFailedCopy(
        heading: "Please sign in once more",
        text: "This changes who can open your account, so it needs a sign-in of the last ten minutes.",
        wayOn: .page(Paths.webSignIn + "?return_to=" + Paths.webAccount), label: "Sign in again")

    static let lastWayIn = SignInFailedCopy(
        heading: "This is your only way in",
        text: "Without it nobody could open your account, not even you. Add another Apple Account first.",
        wayOn: .page(Paths.webAccount), label: "Go to your account")

    static let questionOver = SignInFailedCopy(
        heading: "This question is no longer open",
        text: "It was answered, or left open too long. Nothing was changed; sign in again to go on.")

    static let linkTicketInvalid = SignInFailedCopy(
        heading: "This link is no longer good",
        text: "It was used, or it is too old. Go back to where you came from, and begin again there.",
        wayOn: .page("/"), label: "Go to the start")

    static let linkPageUnknown = SignInFailedCopy(
        heading: "The page that led here is not known",
        text:
            "Adding Sign in with Apple to an account begins on a page of the app itself, and this was another one. "
            + "Nothing was changed.", wayOn: .page("/"), label: "Go to the start")

    static let linkProofRequired = SignInFailedCopy(
        heading: "Somebody else is signed in here",
        text:
            "Adding an Apple Account was begun in another session than the one that is open now. Nothing was changed.",
        wayOn: .page(Paths.webAccount), label: "Go to your account")

    static let identityLinkedElsewhere = SignInFailedCopy(
        heading: "This Apple Account opens another account",
        text: "It has an account of its own here, and stays with it. Nothing was changed.",
        wayOn: .page(Paths.webAccount), label: "Go to your account")

    static let passwordsOff = SignInFailedCopy(
        heading: "This is not offered here",
        text: "Whoever runs this service does not use it. Nothing was changed.", wayOn: .page("/"),
        label: "Go to the start")

    static let passwordMissing = SignInFailedCopy(
        heading: "Your account has no password",
        text: "It opens with your Apple Account, and nothing else is needed.",
        wayOn: .page(Paths.webAccount), label: "Go to your account")

    static let mailedTokenInvalid = SignInFailedCopy(
        heading: "This code is no longer good",
        text: "It was used, or it is older than ten minutes. You can ask for another mail at any time.",
        wayOn: .page(Paths.webPasswordForgotten), label: "Send me another")

    static let tooManyRequests = SignInFailedCopy(
        heading: "Too many tries",
        text: "Please wait a minute, then reload this page: your browser asks the same once more.", wayOn: .reload)

    static let notOpenedDirectly = SignInFailedCopy(
        heading: "This page cannot be opened directly",
        text: "It only takes the answer that Apple sends at the end of a sign-in.", label: "Sign in")

    static let crossSiteRequest = SignInFailedCopy(
        heading: "That came from another site",
        text: "For your safety this is only done from our own pages.", wayOn: .page("/"), label: "Go back")

    static let nothingHere = SignInFailedCopy(
        heading: "There is nothing here", text: "The address may be mistyped or out of date.", wayOn: .page("/"),
        label: "Go to the start")
}
