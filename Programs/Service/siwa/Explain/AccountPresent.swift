import AccountStorage
import Foundation
import SignInFlows

/// The present state of an account, its sessions, Apple's tokens, and what waits for Apple.
struct AccountPresent {
    let story: AccountStory

    var sentences: [Sentence] {
        [account] + [waysIn].compactMap { $0 } + links + sessions + waiting
    }

    private func sentence(_ event: String, _ text: String) -> Sentence {
        Sentence(time: story.readAt, event: event, text: text)
    }

    private var account: Sentence {
        guard let state = story.state else { return sentence("account", "There is no account with this ID any more.") }
        guard let refusal = state.refusal else { return sentence("account", "The account is open.") }
        let since = state.disabledAt.map { " since " + WrittenTime.text($0) } ?? ""
        let end = state.eraseAt.map { " It is due to be erased at \(WrittenTime.text($0))." } ?? ""
        var found = sentence("account", "The account is closed\(since): \(Self.words(state.disabledReason)).\(end)")
        found.refusal = RefusalMeaning(code: refusal.name)
        return found
    }

    private static func words(_ reason: DisabledReason?) -> String {
        switch reason {
        case .held: "it is new and waits for a decision (siwa accounts enable or disable)"
        case .proofRequired: "it is new, and the app requires further proof (siwa accounts enable or disable)"
        case .noWayIn: "its Apple Account is gone, and there is no other way to sign in"
        case .operatorDecision, nil: "the operator, the app's backend or an import file closed it"
        }
    }

    private var waysIn: Sentence? {
        guard let state = story.state else { return nil }
        let others = state.foreignIdentities
        let parts = [
            Self.counted(story.links.count, "Apple Account", "Apple Accounts"),
            state.hasPassword ? "a password" : "no password",
            state.hasExternalID ? "an external ID" : "no external ID",
            Self.counted(others, "login at another provider", "logins at other providers"),
        ]
        return sentence("ways_in", "The account has " + parts.joined(separator: ", ") + ".")
    }

    private static func counted(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count == 0 ? "no" : String(count)) \(count == 1 ? one : many)"
    }

    private var links: [Sentence] {
        story.links.enumerated().flatMap { place, link -> [Sentence] in
            let name = "Apple Account \(place + 1)"
            return [sentence("identity", Self.text(of: link, name))]
                + link.grants.map { sentence("grant", Self.text(of: $0, name, link)) }
        }
    }

    private static func text(of link: AccountStory.Link, _ name: String) -> String {
        var text = "\(name) of the team \(link.teamID) is linked since \(WrittenTime.text(link.linkedAt))."
        if link.isForwardingOff { text += " Apple does not forward mail to its relay address." }
        if let moment = link.forwardingEventAt {
            text += " Apple's newest notification about forwarding is of \(WrittenTime.text(moment))."
        }
        if let moment = link.consentEventAt {
            text +=
                " Apple's newest notification that the person stopped using the app, or deleted the Apple Account, "
                + "is of \(WrittenTime.text(moment))."
        }
        return text
    }

    private static func text(of grant: AppleGrant, _ name: String, _ link: AccountStory.Link) -> String {
        let since = WrittenTime.text(grant.obtainedAt)
        guard grant.sealedRefreshToken != nil else {
            let isReplaced = link.replacedClients.contains(grant.clientID)
            return "There is no token of Apple's for \(name) and the client \(grant.clientID) since \(since). "
                + (isReplaced ? "The team to which the app has moved has one." : "The next sign-in obtains one.")
        }
        let check = grant.checkedAt.map { "The last check at Apple was due at \(WrittenTime.text($0))." }
        return "A token of Apple's for \(name) and the client \(grant.clientID) is held since \(since). "
            + (check ?? "It was not checked at Apple yet.")
            + (grant.wasSeenAlive ? "" : " It was imported, and Apple has not accepted it here yet.")
    }

    private var sessions: [Sentence] {
        let valid = story.sessions.filter { story.refusals[$0.id] == nil }
        let replaced = story.sessions.filter {
            $0.endedAt == nil && story.refusals[$0.id]?.name == ErrorCode.sessionEnded.name
        }
        let none = valid.isEmpty && story.state != nil ? [sentence("session", "No session is valid.")] : []
        return none
            + valid.map { about($0, "is valid", "expires at \(WrittenTime.text($0.expiresAt))") }
            + replaced.map { about($0, "is not valid", "is older than the restoration of the database") }
    }

    private func about(_ session: Session, _ state: String, _ end: String) -> Sentence {
        var found = sentence(
            "session",
            "The session \(session.id.text) of the client \(session.clientID) (\(session.platform.inWords)) \(state). "
                + "It began at \(WrittenTime.text(session.createdAt)), was last used at "
                + "\(WrittenTime.text(session.renewedAt)), and \(end).")
        found.session = session.id
        return found
    }

    private var waiting: [Sentence] {
        guard !story.waiting.isEmpty else { return [sentence("outbox", "Nothing waits for Apple.")] }
        return story.waiting.map { item in
            let what = item.kind == .revocation ? "The revocation" : "A check"
            let tries = item.attempts == 1 ? "1 try" : "\(item.attempts) tries"
            let asked = item.isAsked ? " Apple accepted the request, and only the proof is missing." : ""
            let result = item.lastCode.map { " The last result was \($0)." } ?? ""
            return sentence(
                "outbox",
                "\(what) of Apple's token for the client \(item.clientID) waits since "
                    + "\(WrittenTime.text(item.createdAt)), after \(tries).\(asked)\(result) "
                    + "The next try is due at \(WrittenTime.text(item.dueAt)).")
        }
    }
}
