/// What ends before its time: the person cancels, signs out, or something else takes its place.
extension SignInLifeCycle {
    /// A cancelled search must not end the sign-in that replaced it. The task that is cancelled ends its own work, and the
    /// person ends a question, too.
    mutating func cancelWanted(_ purpose: SheetPurpose?) -> [SignInEffect] {
        if let purpose, purpose != work.purpose { return [] }
        if isIrrevocable { return [] }
        return giveUpWork() + (purpose == nil ? giveUpQuestion() : [])
    }

    /// Whether what was sent cannot be taken back. The service may have ended the session for a link or an answer, and only
    /// its reply brings the next one.
    private var isIrrevocable: Bool {
        switch work {
        case .sending(let pending, _), .waiting(let pending, _): pending.isUnansweredLink
        case .answering, .erasing: true
        case .none, .opening, .sheet, .held, .password: false
        }
    }

    /// Ends the work, unless the account is being deleted, and the question.
    mutating func giveUp() -> [SignInEffect] { giveUpWork() + giveUpQuestion() }

    private mutating func giveUpWork() -> [SignInEffect] {
        switch work {
        case .none, .erasing: return []
        case .opening, .sheet: return giveUpSheet()
        case .password, .answering:
            work = .none
            return []
        case .sending(let pending, _), .waiting(let pending, _), .held(let pending):
            work = .none
            failure = nil
            return retire(pending)
        }
    }

    /// Ends what Apple has not answered yet.
    mutating func giveUpSheet() -> [SignInEffect] {
        switch work {
        case .sheet:
            work = .none
            return [.dismissSheet]
        case .opening:
            work = .none
            return []
        case .none, .sending, .waiting, .held, .password, .answering, .erasing: return []
        }
    }

    /// Ends the wait for a decision. The name is kept.
    mutating func giveUpHeld() -> [SignInEffect] {
        guard case .held(let pending) = work else { return [] }
        work = .none
        return retire(pending)
    }

    /// Ends the question. The backend lets it expire. The name is kept.
    mutating func giveUpQuestion() -> [SignInEffect] {
        guard let pending = asked else { return [] }
        asked = nil
        failure = nil
        return retire(pending)
    }

    /// Ends an offer, which only the session that it came with can answer.
    mutating func giveUpOffer() -> [SignInEffect] { asked?.isOffer == true ? giveUpQuestion() : [] }
}
