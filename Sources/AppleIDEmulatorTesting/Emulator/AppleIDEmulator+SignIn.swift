public import Foundation

extension AppleIDEmulator {
    /// Adds a person whom no other test knows.
    ///
    /// - Throws: ``EmulatorFailure`` if the emulator refuses or does not answer.
    public func addPerson(
        givenName: String = "Maya", familyName: String = "Lindqvist"
    ) async throws -> EmulatorPerson {
        try await calls.addPerson(EmulatorNames().person(givenName, familyName))
    }

    /// Adds a test person whom no other test knows.
    ///
    /// - Parameters:
    ///   - givenName: the given name of the Apple Account.
    ///   - familyName: the family name of the Apple Account.
    ///   - outcome: what happens when the person signs in.
    /// - Throws: ``EmulatorFailure`` if the emulator refuses or does not answer.
    public func addPerson(
        givenName: String = "Maya", familyName: String = "Lindqvist", outcome: EmulatorOutcome
    ) async throws -> EmulatorPerson {
        try await calls.addPerson(EmulatorNames().person(givenName, familyName, outcome))
    }

    /// Signs a person in on the website, in place of Apple's pages.
    ///
    /// - Parameters:
    ///   - authorizeURL: the address to which your code sends the browser.
    ///   - person: who signs in. By default, it is ``person``.
    ///   - answer: what the person does.
    /// - Returns: what the browser sends to the return URL.
    /// - Throws: ``EmulatorFailure`` with Apple's code and the cause if the request is refused.
    public func approve(
        authorizeURL: URL, as person: EmulatorPerson? = nil, answer: EmulatorConsent = .signIn
    ) async throws -> EmulatorApproval {
        try await calls.post(
            "approvals",
            ApprovalCall(
                authorizeURL: authorizeURL.absoluteString, person: (person ?? self.person).key,
                sharesEmail: !answer.hidesEmail, name: answer.name, cancels: answer.isCancelled),
            EmulatorApproval.self)
    }

    /// Signs a person in to the app, in place of the sheet on a device.
    ///
    /// - Parameters:
    ///   - person: who signs in. By default, it is ``person``.
    ///   - nonce: the nonce of the request, as your app passes it to Apple.
    ///   - scopes: what the app asks for.
    ///   - answer: what the person does. With ``EmulatorConsent/cancel``, there is no credential.
    /// - Returns: what the app gets.
    /// - Throws: ``EmulatorFailure``; its code is `canceled` if the person cancels, and `unknown` if Apple refuses the
    ///   person.
    public func credential(
        for person: EmulatorPerson? = nil, nonce: String? = nil, scopes: [EmulatorScope] = [.name, .email],
        answer: EmulatorConsent = .signIn
    ) async throws -> EmulatorCredential {
        let person = person ?? self.person
        let data = try await calls.send(
            "POST", "device/credentials",
            try JSONEncoder().encode(
                CredentialCall(
                    device: "phone-of-" + person.key, person: person.key, bundleID: team.app, nonce: nonce,
                    scopes: scopes.map(\.rawValue), sharesEmail: !answer.hidesEmail, name: answer.name,
                    confirmation: answer.isCancelled ? "canceled" : nil)))
        guard let credential = try? JSONDecoder().decode(EmulatorCredential.self, from: data) else {
            let failure = try? JSONDecoder().decode(SheetFailure.self, from: data)
            throw EmulatorFailure(
                failure?.error ?? "answer_invalid", "The person did not sign in, so the app gets no credential.")
        }
        return credential
    }

    /// The person stops using the team's apps, in the settings of the Apple Account. Their tokens end, and the
    /// notification is sent.
    ///
    /// - Throws: ``EmulatorFailure`` if the emulator refuses or does not answer.
    public func stopUsing(as person: EmulatorPerson? = nil) async throws {
        _ = try await calls.post(
            "account/stop-using", ["person": (person ?? self.person).key, "client": team.app], NoReply.self)
    }
}

/// What a person does when an app or a website asks them to sign in.
public struct EmulatorConsent: Sendable, Equatable {
    var hidesEmail = false
    var isCancelled = false
    var name: PersonNameMessage?

    /// Signs in and shares the address.
    public static let signIn = EmulatorConsent()
    /// Signs in and hides the address behind one of Apple's relay addresses.
    public static let signInHidingEmail = EmulatorConsent(hidesEmail: true)
    /// Does not sign in.
    public static let cancel = EmulatorConsent(isCancelled: true)

    /// The same with another name than that of the Apple Account.
    public func naming(given: String, family: String) -> EmulatorConsent {
        var consent = self
        consent.name = PersonNameMessage(first: given, last: family)
        return consent
    }
}

/// What a request asks to know about a person.
public enum EmulatorScope: String, Sendable {
    /// The name.
    case name
    /// The address.
    case email
}

private struct ApprovalCall: Encodable {
    let authorizeURL: String
    let person: String
    let sharesEmail: Bool
    let name: PersonNameMessage?
    let cancels: Bool

    enum CodingKeys: String, CodingKey {
        case person, name
        case authorizeURL = "authorize_url"
        case sharesEmail = "share_email"
        case cancels = "cancel"
    }
}

/// The error of an app whose sheet gave no credential.
private struct SheetFailure: Decodable {
    let error: String
}

private struct CredentialCall: Encodable {
    let device: String
    let person: String
    let bundleID: String
    let nonce: String?
    let scopes: [String]
    let sharesEmail: Bool
    let name: PersonNameMessage?
    let confirmation: String?

    enum CodingKeys: String, CodingKey {
        case device, person, nonce, scopes, name, confirmation
        case bundleID = "bundle_id"
        case sharesEmail = "share_email"
    }
}
