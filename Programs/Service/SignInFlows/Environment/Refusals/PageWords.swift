/// The words of an error page, by their name in the language files, and where its button leads.
///
/// In a text, `{{wait}}` stands for the time after which the same request may be sent again.
package struct PageWords: Sendable, Hashable {
    /// Where the button leads.
    package enum WayOn: Sendable {
        /// The start of the same sign-in.
        case signIn
        case start
        case account
        /// A sign-in that leads back to the account.
        case freshSignIn
        case anotherMail
        /// There is no button: the person reloads the page.
        case reload
        /// There is no button: only the operator of the app or website can do something.
        case nowhere
    }

    /// The label of a button. The raw value is its name in the language files.
    package enum Button: String, Sendable, CaseIterable {
        case tryAgain = "try_again"
        case startPage = "start_page"
        case yourAccount = "your_account"
        case signIn = "sign_in"
        case signInAgain = "sign_in_again"
        case anotherMail = "another_mail"
        case goBack = "go_back"
    }

    /// The name of the words: that of an error, or one that several errors share.
    package let name: String
    /// Where the button leads.
    package let wayOn: WayOn
    /// The label of the button.
    package let button: Button

    init(_ name: String, wayOn: WayOn = .signIn, button: Button? = nil) {
        self.name = name
        self.wayOn = wayOn
        self.button = button ?? wayOn.button
    }

    /// The key of the heading and title of the page.
    package var heading: String { "errors.\(name).heading" }

    /// The key of what happened, and what to do.
    package var text: String { "errors.\(name).text" }

    /// The key of the label of the button.
    package var label: String { "buttons.\(button.rawValue)" }
}

extension PageWords.WayOn {
    fileprivate var button: PageWords.Button {
        switch self {
        case .signIn, .reload: .tryAgain
        case .start, .nowhere: .startPage
        case .account: .yourAccount
        case .freshSignIn: .signInAgain
        case .anotherMail: .anotherMail
        }
    }
}

/// Words that several errors share.
extension PageWords {
    static let general = PageWords("general")
    static let attemptOver = PageWords("attempt_over")
    static let otherBrowser = PageWords("other_browser")
    static let linkWrong = PageWords("link_wrong", wayOn: .nowhere)
    static let accountHeld = PageWords("account_held", wayOn: .start, button: .goBack)
    static let proofRequired = PageWords("proof_required", wayOn: .start, button: .goBack)
    static let notOffered = PageWords("not_offered", wayOn: .start)
}
