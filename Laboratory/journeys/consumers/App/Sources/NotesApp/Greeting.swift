import SignInKit

/// The text of the app's first screen.
func greeting(_ status: SignInStatus) -> String {
    if let failure = status.failure, failure.code == "account_held" { return "Your account is being reviewed." }
    if let person = status.state.person { return "Hello, \(person.account.name?.given ?? "you")" }
    switch status.state {
    case .exchanging(.waiting): return "Offline, trying again"
    case .signedOut(.credentialRevoked): return "You stopped using this app"
    default: return "Please sign in"
    }
}

func follow(_ client: SignInClient, show: (String) -> Void) async {
    for await status in await client.statuses() { show(greeting(status)) }
}
