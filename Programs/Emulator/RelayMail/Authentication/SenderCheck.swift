/// Why the relay refuses a sender, as finely as it can be told (Documentation/emulator/mail.md). Apple tells nobody.
package enum SenderCause: String, Sendable, CaseIterable {
    /// From has no address, or more than one.
    case fromMalformed = "from_malformed"
    /// The team has no source at all.
    case sourceNone = "source_none"
    case sourceOfOtherTeam = "source_of_other_team"
    /// Only a domain above is registered.
    case sourceParentOnly = "source_parent_only"
    case sourceSubdomainOnly = "source_subdomain_only"
    /// The source was saved, and is not effective yet.
    case sourcePending = "source_pending"
    /// From is registered, but the message is unsigned and the domain of the envelope is not registered.
    case envelopeUnregistered = "envelope_unregistered"
    /// A signature is right, but the domain of From is not registered.
    case fromUnregistered = "from_unregistered"
    case spfNone = "spf_none"
    case spfFail = "spf_fail"
    case spfSoftfail = "spf_softfail"
    case spfError = "spf_error"
    case dkimNone = "dkim_none"
    case dkimBroken = "dkim_broken"
    case dkimOtherDomain = "dkim_other_domain"
    case dkimKeyMissing = "dkim_key_missing"
}

/// What a message says about its sender, and what records say about that.
package struct SenderEvidence: Sendable {
    /// Nil for `<>`.
    package let envelope: MailAddress?
    /// The address in From.
    package let author: MailAddress
    package let spf: SPFOutcome
    package let signatures: [DKIMResult]

    package init(envelope: MailAddress?, author: MailAddress, spf: SPFOutcome, signatures: [DKIMResult]) {
        (self.envelope, self.author, self.spf, self.signatures) = (envelope, author, spf, signatures)
    }

    /// The signatures of the domain in From. Those of a provider say nothing about the author.
    fileprivate var aligned: [DKIMOutcome] {
        signatures.filter { $0.domain == author.foldedDomain && $0.outcome != .ignored }.map(\.outcome)
    }
}

/// The sources that a team has registered, and those of the other teams: domains and addresses in small letters.
package struct EmailSources: Sendable {
    package var effective: Set<String>
    /// Saved, and not effective yet.
    package var pending: Set<String>
    package var ofOthers: Set<String>

    package init(effective: Set<String>, pending: Set<String> = [], ofOthers: Set<String> = []) {
        (self.effective, self.pending, self.ofOthers) = (effective, pending, ofOthers)
    }
}

/// The rule of the relay (https://developer.apple.com/forums/thread/122270): the domain of the envelope is registered and
/// SPF passes for it, or the domain in From is registered and a signature of exactly that domain verifies.
package struct SenderCheck: Sendable {
    private let evidence: SenderEvidence
    private let sources: EmailSources

    package init(_ evidence: SenderEvidence, sources: EmailSources) {
        (self.evidence, self.sources) = (evidence, sources)
    }

    /// Why the sender is refused; nil if it is not.
    ///
    /// - Parameter needsBoth: whether SPF and DKIM both have to pass. Apple asks for one.
    package func cause(needsBoth: Bool) -> SenderCause? {
        let isEnvelopeRight = isEnvelopeRegistered && evidence.spf == .pass
        let isSignatureRight = isAuthorRegistered && evidence.aligned.contains(.pass)
        if needsBoth ? isEnvelopeRight && isSignatureRight : isEnvelopeRight || isSignatureRight { return nil }
        if needsBoth, isEnvelopeRight { return isAuthorRegistered ? signatureCause : .fromUnregistered }
        if needsBoth, isSignatureRight { return isEnvelopeRegistered ? policyCause : .envelopeUnregistered }
        if sources.effective.isEmpty { return sourceCause ?? .sourceNone }
        if isEnvelopeRegistered { return evidence.aligned.isEmpty ? policyCause : signatureCause }
        if isAuthorRegistered { return authorCause }
        if let cause = sourceCause { return cause }
        return evidence.aligned.contains(.pass) ? .fromUnregistered : .envelopeUnregistered
    }

    private var addresses: [MailAddress] { [evidence.envelope, evidence.author].compactMap { $0 } }

    private var isEnvelopeRegistered: Bool { evidence.envelope.map { isIn(sources.effective, $0) } ?? false }

    private var isAuthorRegistered: Bool { isIn(sources.effective, evidence.author) }

    private func isIn(_ registered: Set<String>, _ address: MailAddress) -> Bool {
        registered.contains(address.foldedDomain) || registered.contains(address.folded)
    }

    /// Why neither address is registered, if the reason is a mistake in the portal.
    private var sourceCause: SenderCause? {
        if addresses.contains(where: { isIn(sources.pending, $0) }) { return .sourcePending }
        if addresses.contains(where: { isIn(sources.ofOthers, $0) }) { return .sourceOfOtherTeam }
        let domains = addresses.map(\.foldedDomain)
        if domains.contains(where: { domain in sources.effective.contains { domain.hasSuffix("." + $0) } }) {
            return .sourceParentOnly
        }
        if domains.contains(where: { domain in sources.effective.contains { $0.hasSuffix("." + domain) } }) {
            return .sourceSubdomainOnly
        }
        return nil
    }

    private var policyCause: SenderCause {
        switch evidence.spf {
        case .noPolicy, .neutral: .spfNone
        case .softfail: .spfSoftfail
        case .permerror: .spfError
        case .fail, .pass: .spfFail
        }
    }

    private var signatureCause: SenderCause {
        let aligned = evidence.aligned
        if aligned.contains(.broken) { return .dkimBroken }
        if aligned.contains(.keyMissing) { return .dkimKeyMissing }
        return evidence.signatures.contains { $0.outcome != .ignored } ? .dkimOtherDomain : .dkimNone
    }

    /// From is registered and the envelope is not.
    private var authorCause: SenderCause {
        let cause = signatureCause
        // without a signature, the envelope decides: the most frequent surprise with a provider's return path
        return cause == .dkimNone && evidence.envelope != nil ? .envelopeUnregistered : cause
    }
}
