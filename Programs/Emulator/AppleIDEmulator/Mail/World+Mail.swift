import RelayMail

/// What the relay decides (Documentation/emulator/mail.md). Each decision is one under the lock.
extension World {
    /// The domains of relay addresses, old and new (https://developer.apple.com/news/?id=1ptvdtcm).
    static let relayDomains = ["privaterelay.appleid.com", "private.icloud.com"]

    /// The name of the relay's server, as it greets.
    var relayServer: String { "smtp1.\(switches.relayDomain)" }

    /// The person and the team that an address belongs to, or belonged to before a transfer if a switch says so. It visits
    /// every consent, since nothing else needs such an index.
    func relay(of address: MailAddress, seed: UInt64) -> RelayKey? {
        let wanted = address.folded
        let hidden = consents.all.filter(\.value.hidesEmail)
        if let own = hidden.first(where: { relayAddress(of: $0.key, seed: seed) == wanted }) {
            return RelayKey(person: own.key.person, teamID: own.key.teamID)
        }
        let former = hidden.lazy.compactMap { consent in
            consent.value.transferredFrom.map { RelayKey(person: consent.key.person, teamID: $0) }
        }
        return former.first { relay in
            !isEndedByTransfer(relay)
                && formerAddress(of: relay, domain: address.foldedDomain, seed: seed) == wanted
        }
    }

    /// The relay address that a person had for a team that gave its app away. Its domain is no longer known, so both
    /// count.
    private func formerAddress(of relay: RelayKey, domain: String, seed: UInt64) -> String {
        PrivateRelay.address(
            of: relay.person, team: relay.teamID, domain: domain, turn: relayTurns[relay] ?? 0, seed: seed)
    }

    /// Why a recipient is refused before the message is known.
    func refusal(of recipient: MailAddress, from sender: MailAddress?, seed: UInt64) -> MailRefusal? {
        guard Self.relayDomains.contains(recipient.foldedDomain) || recipient.foldedDomain == switches.relayDomain
        else {
            return .relayDenied(recipient)
        }
        let local = recipient.local.lowercased().utf8
        let isRelay =
            (10...11).contains(local.count)
            && local.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        if !isRelay, makes(.mailboxMalformed) { return .badMailbox }
        guard let relay = relay(of: recipient, seed: seed) else { return .userUnknown(recipient) }
        guard switches.relayRefusesAt == .rcpt, makes(.senderUnauthorized), let sender else { return nil }
        let sources = emailSources(of: relay.teamID).effective
        let isKnown = sources.contains(sender.foldedDomain) || sources.contains(sender.folded)
        return isKnown ? nil : .unauthorized(sender, sources.isEmpty ? .sourceNone : .envelopeUnregistered)
    }

    /// Why a message is refused for one recipient. Nil if it is not.
    func refusal(of mail: ReceivedMail, for recipient: MailAddress, _ relay: RelayKey) -> MailRefusal? {
        guard let author = mail.message.author else { return .fromMalformed }
        let evidence = SenderEvidence(
            envelope: mail.transaction.sender, author: author.address, spf: mail.spf, signatures: mail.signatures)
        let check = SenderCheck(evidence, sources: emailSources(of: relay.teamID))
        if makes(.senderUnauthorized), let cause = check.cause(needsBoth: switches.relayRequiresBoth) {
            return .unauthorized(mail.transaction.sender, cause)
        }
        if isForwardingRefused(relay) { return .inactive(recipient) }
        if isOverLimit(relay) { return .tooMany(recipient, status: switches.relayLimitStatus) }
        return nil
    }

    private func isForwardingRefused(_ relay: RelayKey) -> Bool {
        makes(.forwardingOff) && !forwardsMail(relay) && switches.relayForwardingOff == .refuse
    }

    /// Whether an address had as many messages in the last day as it may have, in both directions.
    func isOverLimit(_ relay: RelayKey) -> Bool {
        let limit = switches.relayDailyLimit
        return makes(.dailyLimit) && limit > 0 && mail.count(of: relay, at: clock.now) >= limit
    }

    /// The sources of a team, and those of the others.
    func emailSources(of teamID: String) -> EmailSources {
        let effective = Set(teams[teamID]?.emailSources ?? [])
        let saved = Set(portal.teams[teamID]?.emailSources ?? [])
        let others = teams.filter { $0.key != teamID }.values.flatMap(\.emailSources)
        return EmailSources(effective: effective, pending: saved.subtracting(effective), ofOthers: Set(others))
    }
}

extension World {
    /// What a fault changes about a message that is taken.
    struct MailTwist: Sendable {
        /// Taken and then bounced with this answer, in place of a delivery.
        var bounce: SMTPReply?
        var isDuplicate = false
    }

    /// Takes a message at the end of its data. SMTP has one answer for all recipients: if it is taken for some, the
    /// others are reported to the sender.
    mutating func take(_ received: ReceivedMail, _ twist: MailTwist, seed: UInt64) -> SMTPReply {
        var refused: [(recipient: MailAddress, relay: RelayKey?, refusal: MailRefusal)] = []
        var accepted: [(recipient: MailAddress, relay: RelayKey)] = []
        for recipient in received.recipients {
            guard let relay = relay(of: recipient, seed: seed) else {
                refused.append((recipient, nil, .userUnknown(recipient)))
                continue
            }
            if let refusal = refusal(of: received, for: recipient, relay) {
                refused.append((recipient, relay, refusal))
            } else {
                accepted.append((recipient, relay))
            }
        }
        for one in refused { tell(one.refusal, received, to: one.recipient, one.relay) }
        guard !accepted.isEmpty else { return refused.first?.refusal.reply ?? MailRefusal.badMailbox.reply }
        let queueID = mail.makeID()
        for one in accepted {
            mail.count(one.relay, at: clock.now)
            tellMail(.mailAccepted, one.relay, to: one.recipient)
            if let reply = twist.bounce {
                bounce(received, for: one.recipient, one.relay, reply)
            } else {
                let copies = twist.isDuplicate ? 2 : 1
                for _ in 0..<copies { deliver(received, to: one.recipient, one.relay, queueID, seed) }
            }
        }
        for one in refused {
            guard let relay = one.relay else { continue }
            bounce(received, for: one.recipient, relay, one.refusal.reply)
        }
        return SMTPReply(250, "2.0.0 Ok: queued as \(queueID)")
    }

    private mutating func deliver(
        _ received: ReceivedMail, to recipient: MailAddress, _ relay: RelayKey, _ queueID: String, _ seed: UInt64
    ) {
        guard let person = person(relay.person) else { return }
        let trace = ForwardedMessage.Trace(
            queueID: queueID, deliveredTo: person.email, receivedFrom: received.client, server: relayServer,
            results: received.results, at: clock.now)
        let seen = ForwardedMessage.octets(of: received.message, trace) { sender in
            MaskedAddress.make(
                sender, tokens: Self.tokens(sender, relay, seed: seed), domain: recipient.foldedDomain)
        }
        let isDropped = !forwardsMail(relay) && makes(.forwardingOff)
        let id = mail.makeID()
        mail.keep(
            MailRoom.Message(
                id: id, standing: isDropped ? .dropped : .delivered, relay: relay,
                address: recipient.folded, at: clock.now, sender: received.transaction.sender?.text,
                recipient: person.email, sent: received.transaction.content, seen: seen))
        if !isDropped { tellMail(.mailDelivered, relay, to: recipient) }
    }

    /// What tells the masked address of a sender from others: two short words that the seed decides.
    private static func tokens(_ sender: MailAddress, _ relay: RelayKey, seed: UInt64) -> [String] {
        let digest = SeededBytes.digest("masked", seed, sender.folded, relay.person, relay.teamID)
        return [TeamSubjects.hex(Array(digest.prefix(4))), TeamSubjects.hex(Array(digest[4..<8]))]
    }

    /// Reports to the sender that a message was not delivered. A message from `<>` and an automatic answer get no report,
    /// since two programs could answer each other for ever (RFC 5321 section 6.1, RFC 3834 section 2).
    private mutating func bounce(
        _ received: ReceivedMail, for recipient: MailAddress, _ relay: RelayKey, _ reply: SMTPReply
    ) {
        guard let sender = received.transaction.sender, !received.message.isAutomaticReply else { return }
        let id = mail.makeID()
        let report = DeliveryReport(
            sender: sender, recipient: recipient, reply: reply, server: relayServer, id: id)
        mail.keep(
            MailRoom.Message(
                id: id, standing: .bounced, relay: relay, address: recipient.folded, at: clock.now, sender: nil,
                recipient: sender.text,
                sent: report.octets(about: received.message, arrival: clock.now, at: clock.now)))
        tellMail(.mailBounced, relay, to: recipient, [("status", .integer(reply.code))])
    }

    /// Tells about a message. Of all addresses, only the relay address is named.
    func tellMail(
        _ type: EventType, _ relay: RelayKey, to recipient: MailAddress,
        _ more: [(name: String, value: OrderedJSON)] = []
    ) {
        tell(
            type, team: relay.teamID, person: relay.person,
            .members([("relay", .string(recipient.folded))] + more))
    }

    private mutating func tell(
        _ refusal: MailRefusal, _ received: ReceivedMail, to recipient: MailAddress, _ relay: RelayKey?
    ) {
        if let relay, SenderCause(rawValue: refusal.cause) != nil {
            mail.note(refused: received.senderDomains, cause: refusal.cause, team: relay.teamID, at: clock.now)
        }
        tell(refusal, to: recipient, relay)
    }

    /// Tells and logs that a message or a recipient was refused.
    mutating func tell(_ refusal: MailRefusal, to recipient: MailAddress, _ relay: RelayKey?) {
        let isOurs = Self.relayDomains.contains(recipient.foldedDomain)
        tell(
            .mailRefused, team: relay?.teamID, person: relay?.person,
            .members([
                ("relay", isOurs ? .string(recipient.folded) : .null), ("status", .integer(refusal.reply.code)),
                ("cause", .string(refusal.cause)),
            ]))
        log.add(
            RequestLog.Entry(
                at: clock.now, method: "SMTP", path: "mail", status: refusal.reply.code, person: relay?.person,
                error: refusal.reply.enhancedCode, cause: refusal.cause))
    }
}
