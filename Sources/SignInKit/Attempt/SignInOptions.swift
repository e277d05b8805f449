/// What a sign-in is asked to do besides showing Apple's sheet.
struct SignInOptions: Sendable, Equatable {
    /// The ticket that names the account.
    var ticket: LinkTicket?
    /// Whether the sheet first offers what is there: the Apple Account of somebody who has signed in, and saved passwords.
    var offersPasswords = false
}
