/// What usually causes an error, in English, for the developer of the app.
///
/// The numbers of `AKAuthenticationError` were observed. Apple documents none of them.
enum LikelyCause {
    /// The cause of the deepest error that has a known one.
    static func of(_ error: FrameworkError) -> String? {
        error.all.reversed().lazy.compactMap { ofErrors["\($0.domain) \($0.code)"] }.first
    }

    /// The cause of a failure that the developer can do something about.
    static func of(_ failure: SignInFailure) -> String? { ofCodes[failure.code] }

    private static let capability =
        "Sign in with Apple is missing in this build: add the capability to the target, for each build configuration, and"
        + " look at the App ID in Apple's portal. A free personal team cannot have it."
    private static let account = "No Apple Account is signed in to this device or simulator."

    private static let ofErrors: [String: String] = [
        "\(SheetFailure.domain) 1000": capability + " Or: " + account,
        "\(SheetFailure.domain) 1004": "If the app asks for passwords, look at its associated domains.",
        "AKAuthenticationError -7003": "Nothing, if somebody closed the sheet. If nobody did: " + capability,
        "AKAuthenticationError -7026": capability,
        "AKAuthenticationError -7001": account,
        "AKAuthenticationError -7022": account,
        "AKAuthenticationError -7073": account,
        "AKAuthenticationError -7071": "There was no window for the sheet, or: " + account,
        "AKAuthenticationError -7034": "The Apple Account is not ready: it has no two-factor authentication, or has to"
            + " accept Apple's terms.",
        "AKAuthenticationError -7089": "The device has no account of this app. After a search that is normal.",
        "NSOSStatusErrorDomain -34018":
            "The build has no keychain: it was signed to run locally, or is a test without a"
            + " host app. Choose a team.",
        "NSOSStatusErrorDomain -25308": "The keychain is locked: the device was not unlocked since it was started.",
        "NSURLErrorDomain -1022": "App Transport Security forbids http. On your own network, Info.plist needs"
            + " NSAllowsLocalNetworking.",
        "NSURLErrorDomain -1001": "Nothing answered in time.",
        "NSURLErrorDomain -1003": "No such host is known. Look at the spelling.",
        "NSURLErrorDomain -1004":
            "Nothing listens there. A device is another machine than the Mac: it does not reach the"
            + " Mac's localhost.",
        "NSURLErrorDomain -1009": "The device has no network, or the app may not use it.",
        "NSURLErrorDomain -1200": "No secure connection: look at the server's certificate.",
        "NSURLErrorDomain -1202": "The device does not trust the server's certificate, or it is for another name.",
    ]

    static let ofCodes: [String: String] = [
        "address_refused": "The server's address is neither https, nor on this machine, nor one of plainOrigins.",
        "sheet_no_window": "There was no window. App extensions cannot show the sheet.",
        "sheet_unanswered": "The system did not say how the sheet ended until the attempt expired. Look at the signing:"
            + " with builds for this machine only, it was seen not to show the sheet.",
        "sheet_unexpected_credential": "The device returned a kind of credential that was not requested.",
        "client_unknown": "The service's configuration has no client of this name.",
        "client_wrong_kind": "The client of this name is not one of kind native in the service's configuration.",
        "provider_off": "Sign in with Apple is turned off in the service's configuration.",
        "person_not_known": "The service's sign_in.new_accounts is known, so a new person needs a link ticket.",
        "person_not_invited": "The service's sign_in.new_accounts is invited, so accounts are imported.",
        "address_hidden": "The service's sign_in.hidden_addresses is refuse. The app has to request the scope email.",
        "audience_mismatch": "The app's bundle ID is not the client_id of the client in the service's configuration.",
        "issuer_mismatch": "The token is from the emulator and the service expects Apple's, or the other way round.",
        "nonce_mismatch": "The token belongs to another attempt.",
        "service_unreachable": "The service was not reached. SignInClient.diagnosis() says why.",
    ]
}
