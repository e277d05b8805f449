import Foundation
import SignInAPI
import SignInKit

/// A person's way through the app to a goal.
enum DrillJourney: String {
    case signIn = "sign-in"
    case ticket
    case answerNew = "answer-new"
    case answerTicket = "answer-ticket"
    case answerSession = "answer-session"
    case merge, link, unlink, upgrade
    case typedPassword = "typed-password"
    case savedPassword = "saved-password"
}

/// What the person did, and the code of the failure that they saw.
struct DrillTap: Encodable {
    let name: String
    let failure: String?

    init(_ name: String, _ failure: SignInFailure?) {
        self.name = name
        self.failure = failure?.code
    }
}

/// The app's own server, which knows the person by a name of its own and issues link tickets for them.
struct DrillServer: Sendable {
    let service: URL
    let key: Secret
    let user: String

    func ticket() async throws -> LinkTicket {
        let connection = try BackendConnection(service, transport: URLSessionTransport(seconds: 600))
        let request = ["external_id": user]
        let reply = try await connection.send(
            "POST", Paths.linkTickets, request, accessToken: key, as: LinkTicketReply.self)
        return LinkTicket(reply.ticket)
    }
}

/// A person with the app, who does what they would do next, also after a failure and in the next process.
struct DrillPerson {
    let client: SignInClient
    let journey: DrillJourney
    let password: PasswordCredential
    let server: DrillServer

    /// Makes the next tap, and returns it; nil if the goal is reached.
    func tap() async throws -> DrillTap? {
        switch journey {
        case .signIn: try await signIn { await client.signIn() }
        case .ticket: try await signIn { await client.signIn(linking: try await server.ticket()) }
        case .typedPassword: try await signIn { await client.signIn(with: password) }
        case .savedPassword: try await signIn { await client.signIn(offeringPasswords: true) }
        case .answerNew: try await answer { .new }
        case .answerTicket: try await answer { .ticket(try await server.ticket()) }
        case .answerSession: try await answerBySession()
        case .merge: try await merge()
        case .link: try await link()
        case .unlink: try await unlink()
        case .upgrade: try await upgrade()
        }
    }

    /// Waits until the kit waits for the person.
    func calm() async {
        _ = await client.status { status in
            switch status.state {
            case .exchanging, .linking, .confirming, .checking, .authorizing, .searching, .transferring, .deleting:
                false
            case .unknown, .signedOut, .asking, .signedIn: true
            }
        }
    }

    private func signIn(_ tap: () async throws -> SignInStatus) async throws -> DrillTap? {
        guard await client.status.state.person == nil else { return nil }
        return DrillTap("sign in", try await tap().failure)
    }

    private func answer(_ choose: () async throws -> AccountAnswer) async throws -> DrillTap? {
        switch await client.status.state {
        case .signedIn: return nil
        case .asking:
            let choice = try await choose()
            return DrillTap("answer", await client.answer(choice).failure)
        default: return DrillTap("sign in", await client.signIn().failure)
        }
    }

    private func answerBySession() async throws -> DrillTap? {
        switch await client.status.state {
        case .asking(let question) where question.person == nil:
            return DrillTap("type the password", await client.signIn(with: password).failure)
        case .asking: return DrillTap("answer", await client.answer(.session).failure)
        case .signedIn: return try await link()
        default: return DrillTap("sign in", await client.signIn().failure)
        }
    }

    private func merge() async throws -> DrillTap? {
        guard case .asking = await client.status.state else { return try await link() }
        return DrillTap("answer", await client.answer(.merge).failure)
    }

    private func link() async throws -> DrillTap? {
        guard try await client.identities().isEmpty else { return nil }
        return DrillTap("link", await client.linkAppleAccount().failure)
    }

    private func unlink() async throws -> DrillTap? {
        guard let way = try await client.identities().first else { return nil }
        do throws(SignInFailure) {
            try await client.unlink(way.id)
            return DrillTap("unlink", nil)
        } catch {
            return DrillTap("unlink", error)
        }
    }

    private func upgrade() async throws -> DrillTap? {
        guard try await client.password().hasPassword else { return nil }
        return DrillTap("upgrade", await client.upgradeToApple().failure)
    }
}
