import AccountStorage
import Crypto
import Foundation
import SignInWithApple

@testable import SignInFlows

/// What people, Apple and the service do.
extension GrantWorld {
    func take(_ step: GrantStep) async throws {
        advance(3)
        switch step {
        case .signIn(let person, let client, let code): try await signIn(person, client, code)
        case .link(let session, let person): try await link(session, person)
        case .unlink(let session, let person): try await unlink(session, person)
        case .deleteAccount(let session): try await deleteAccount(session)
        case .signInDuringDeletion(let person, let client):
            apple.meanwhileAtExchange { await self.deleteAccount(of: person) }
            isDeleting = true
            try await signIn(person, client, .brought)
            isDeleting = false
            apple.meanwhileAtExchange(nil)
        case .stopUsing(let person, let client):
            guard !gone.contains(subject(person)) else { return }
            stopUsing(person, client)
        case .stopUsingDuringSignIn(let person, let client):
            apple.meanwhileAtExchange { await self.stopUsingMeanwhile(person, client) }
            isStopping = true
            try await signIn(person, client, .brought)
            isStopping = false
            apple.meanwhileAtExchange(nil)
            if let failure = meanwhileFailure { throw failure }
        case .changePassword(let person): apple.changePassword(subject(person))
        case .deleteAppleAccount(let person):
            apple.deleteAccount(subject(person))
            gone.insert(subject(person))
            tell("account-deleted", subject(person), Self.clients[0].group)
        case .notify(let number): try await notify(number)
        case .check: try await check()
        case .report(let number): try await report(number)
        case .work: try await work(.works)
        case .workLate: try await work(.isLate)
        case .workLost: try await work(.isLost)
        case .signInDuringRevocation(let person, let client):
            apple.meanwhileAtRevoke { await self.signInMeanwhile(person, client) }
            isRevoking = true
            try await work(.works)
            isRevoking = false
            apple.meanwhileAtRevoke(nil)
            if let failure = meanwhileFailure { throw failure }
        case .arrive: apple.takeEffect(sentBefore: now)
        case .wait(let seconds): advance(Double(seconds))
        }
        try await verify()
    }

    private func signInMeanwhile(_ person: Int, _ client: Int) async {
        do {
            try await signIn(person, client, .brought)
        } catch {
            meanwhileFailure = error
        }
    }

    private func stopUsing(_ person: Int, _ client: Int) {
        let group = Self.clients[client].group
        apple.stopUsing(subject(person), group: group)
        tell("consent-revoked", subject(person), group)
    }

    private func stopUsingMeanwhile(_ person: Int, _ client: Int) async {
        advance(5)
        stopUsing(person, client)
        do {
            try await notify(0)
        } catch {
            meanwhileFailure = error
        }
    }

    private func tell(_ kind: String, _ subject: String, _ group: String) {
        events.append(Event(id: "\(subject)-\(events.count)", kind: kind, subject: subject, group: group, at: now))
    }

    private func signIn(_ person: Int, _ number: Int, _ code: GrantStep.Code) async throws {
        let (subject, client) = (subject(person), Self.clients[number])
        guard !gone.contains(subject) else { return }
        let before = try await heldTokens(of: subject).current
        let live = try await live().map(\.id)
        let (revocations, began) = (try await queuedRevocations(subject, client), now)
        // Workers take the queues of all clients at the same time, so each item may leave during this sign-in.
        let isOnItsWay = revocations.contains { isRevoking || OutboxSchedule.isOnItsWay($0, at: began) }
        do {
            let signedIn = client.isWeb ? try await web(subject, client, code) : try await native(subject, client, code)
            try await add(signedIn, subject, client, began: began, hasToken: code == .brought || client.isWeb)
        } catch let error as SignInError {
            guard case .refused(let refusal, _) = error else { throw BrokenPromise(text: "sign-in: \(error)") }
            switch refusal.name {
            // The person tries again later.
            case "attempt_under_way" where isOnItsWay: return
            case "attempt_ended" where isDeleting: return
            case "consent_revoked" where isStopping: return
            default: throw BrokenPromise(text: "an honest person was refused: \(refusal.name)")
            }
        }
        guard code == .expired else { return }
        guard try await heldTokens(of: subject).current[client.id] == before[client.id] else {
            throw BrokenPromise(text: "a refused exchange changed the stored token")
        }
        for id in live where try await !isLive(id) {
            throw BrokenPromise(text: "a refused exchange ended a session")
        }
    }

    private func queuedRevocations(_ subject: String, _ client: Client) async throws -> [OutboxItem] {
        let identity = IdentityID.derived(
            issuer: try ModelApple.endpoints.get().issuer, teamID: "TEAM000001", subject: subject)
        let group = Self.clients.filter { $0.group == client.group }.map(\.id)
        return try await environment.read { records in try records.findOutboxItems(ofIdentity: identity) }
            .filter { $0.kind == .revocation && group.contains($0.clientID) }
    }

    private func native(_ subject: String, _ client: Client, _ code: GrantStep.Code) async throws -> SignedIn {
        let begun = try await NativeSignIn(environment).begin(client: client.name)
        let given = try apple.authorize(subject, client: client.id, nonce: Self.hash(begun.nonce))
        if code == .expired { apple.expire(given.code) }
        return try await NativeSignIn(environment).complete(
            AppleAnswer(
                attempt: begun.attempt, identityToken: given.identityToken,
                code: code == .absent ? nil : given.code, name: nil))
    }

    private func web(_ subject: String, _ client: Client, _ code: GrantStep.Code) async throws -> SignedIn {
        let begun = try await WebSignIn(environment).begin(client: client.name, returnTo: nil)
        let items = URLComponents(string: begun.authorizationURL)?.queryItems ?? []
        let value = { (name: String) in items.first { $0.name == name }?.value ?? "" }
        let given = try apple.authorize(subject, client: client.id, nonce: value("nonce"))
        if code == .expired { apple.expire(given.code) }
        let outcome = try await WebSignIn(environment).complete(
            .authorized(
                code: AuthorizationCode(secretValue: given.code), identityToken: given.identityToken,
                state: value("state"), user: nil), browserProof: begun.browserProof)
        guard case .signedIn(let signedIn, _) = outcome else { throw BrokenPromise(text: "a question was asked") }
        return signedIn
    }

    private func link(_ number: Int, _ person: Int) async throws {
        guard let found = try await pick(number), !gone.contains(subject(person)) else { return }
        let (subject, client, began) = (subject(person), Self.clients[0], now)
        do {
            let session = try await authenticate(found)
            let begun = try await NativeSignIn(environment).begin(client: client.name, linking: .session(session))
            let given = try apple.authorize(subject, client: client.id, nonce: Self.hash(begun.nonce))
            let signedIn = try await NativeSignIn(environment).complete(
                AppleAnswer(
                    attempt: begun.attempt, identityToken: given.identityToken, code: given.code, name: nil),
                under: session)
            end { $0.id == found.id }
            try await add(signedIn, subject, client, began: began, hasToken: true)
        } catch let error as SignInError {
            guard case .refused(let refusal, _) = error,
                [
                    "fresh_sign_in_required", "identity_linked_elsewhere", "attempt_under_way", "account_disabled",
                ].contains(refusal.name)
            else { throw BrokenPromise(text: "link: \(error)") }
        }
    }

    private func unlink(_ number: Int, _ person: Int) async throws {
        guard let found = try await pick(number) else { return }
        let identity = IdentityID.derived(
            issuer: try ModelApple.endpoints.get().issuer, teamID: "TEAM000001", subject: subject(person))
        do {
            try await AccountIdentities(environment).unlink(identity.text, by: authenticate(found))
            end { $0.account == found.account && $0.id != found.id }
            if found.subject == subject(person), let place = sessions.firstIndex(where: { $0.id == found.id }) {
                sessions[place].isUnlinked = true
            }
        } catch let error as SignInError {
            guard case .refused(let refusal, _) = error,
                ["fresh_sign_in_required", "identity_unknown", "last_way_in"].contains(refusal.name)
            else { throw BrokenPromise(text: "unlink: \(error)") }
        }
    }

    private func deleteAccount(_ number: Int) async throws {
        guard let found = try await pick(number) else { return }
        try await delete(found.account)
    }

    private func deleteAccount(of person: Int) async {
        let found = try? await live().last { $0.subject == subject(person) }
        guard let found else { return }
        try? await delete(found.account)
        _ = try? await AppleOutbox(environment).work()
    }

    func delete(_ account: AccountID) async throws {
        _ = try await AccountDeletion(environment).erase(account, reason: "person")
        end { $0.account == account }
    }

    private func notify(_ number: Int) async throws {
        guard !events.isEmpty else { return }
        let place = events.count - 1 - number % events.count
        let event = events[place]
        try await AppleNotifications(environment).receive(
            payload: apple.notification(event.kind, about: event.subject, to: event.group, at: event.at, id: event.id))
        events[place].isDelivered = true
    }

    func check() async throws {
        _ = try await GrantValidation(environment).plan(from: now, to: now.addingTimeInterval(90_000))
        advance(90_000)
        try await work(.works)
    }

    private func report(_ number: Int) async throws {
        guard let found = try await pick(number) else { return }
        try await SignOut(environment).end(authenticate(found), because: .credentialRevoked)
        end { $0.id == found.id }
        try await work(.works)
    }

    func work(_ revoking: ModelApple.Revoking) async throws {
        apple.setRevoking(revoking)
        while try await AppleOutbox(environment).work() > 0 {}
        apple.setRevoking(.works)
    }

    // MARK: -

    private func pick(_ number: Int) async throws -> ModelSession? {
        let live = try await live()
        return live.isEmpty ? nil : live[number % live.count]
    }

    private func authenticate(_ found: ModelSession) async throws -> SignedInSession {
        guard let session = try await environment.read({ records in try records.findSessionAndAccount(found.id) }),
            let account = session.account
        else { throw BrokenPromise(text: "a session without its account") }
        return SignedInSession(session: session.session, account: account)
    }

    private func add(
        _ signedIn: SignedIn, _ subject: String, _ client: Client, began: Date, hasToken: Bool
    ) async throws {
        let id = signedIn.session.id
        let token = apple.newestToken ?? ""
        let issued = apple.tokens[token]
        let isObtained = hasToken && issued?.subject == subject && issued?.client == client.id
        sessions.append(
            ModelSession(
                id: id, account: signedIn.account.id, subject: subject, client: client,
                began: Date(timeIntervalSince1970: began.timeIntervalSince1970.rounded(.down)), hasToken: isObtained))
        guard isObtained else { return }
        guard try await heldTokens(of: subject).current[client.id] == token else {
            throw BrokenPromise(text: "the token of a new sign-in is not the stored one")
        }
    }

    private func end(_ matches: (ModelSession) -> Bool) {
        for place in sessions.indices where matches(sessions[place]) { sessions[place].isEnded = true }
    }

    private static func hash(_ nonce: String) -> String {
        SHA256.hash(data: Data(nonce.utf8)).map { String(format: "%02x", $0) }.joined()
    }
}
