import SignInAPI

/// What the button of the ready page begins.
struct SignInTap {
    /// Whether saved passwords are offered first.
    var offersPasswords = false
    /// Fetches a ticket of the app's own server, for a person who is signed in there.
    var ticket: (@MainActor () async throws -> LinkTicket)?

    /// Whether the page may search for an account, and open an attempt before the tap. Both would lead to another account
    /// than the one that a ticket names.
    var mayBeginEarly: Bool { ticket == nil }

    /// Signs in. Returns the failure to fetch a ticket, without which the person would get a second account.
    @MainActor
    func signIn(with client: SignInClient) async -> SignInFailure? {
        guard let ticket else {
            await client.signIn(offeringPasswords: offersPasswords)
            return nil
        }
        do {
            let status = await client.signIn(linking: try await ticket())
            // The app may have had the ticket for longer than it lives.
            guard status.failure?.isRefusal(.linkTicketInvalid) == true else { return nil }
            await client.signIn(linking: try await ticket())
            return nil
        } catch {
            return SignInFailure(of: error)
        }
    }
}
