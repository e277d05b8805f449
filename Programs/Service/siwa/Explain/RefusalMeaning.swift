import SignInFlows

/// What a refusal means and what to do about it, in the words of the service's error catalogue.
struct RefusalMeaning: Sendable, Equatable {
    /// The code, known or not.
    let code: String
    /// Nil if the catalogue does not have the code, as for one of a newer version.
    let meaning: String?
    /// Nil if there is nothing to add to the meaning.
    let remedy: String?

    init(code: String) {
        let error = Self.catalogue[code]
        self.code = code
        meaning = error?.meaning
        remedy = error.flatMap { $0.remedy.isEmpty ? nil : $0.remedy }
    }

    /// The meaning of a code that is not always one of the catalogue; nil if it is none.
    static func find(_ code: String?) -> RefusalMeaning? {
        code.flatMap { catalogue[$0] == nil ? nil : RefusalMeaning(code: $0) }
    }

    /// The meaning of two errors names a method or a member. The log and the audit do not say which.
    private static let catalogue: [String: ErrorCode] = {
        let nameless: [ErrorCode] = [.methodNotAllowed("other methods"), .fieldInvalid("in question")]
        return Dictionary((nameless + ErrorCode.all).map { ($0.name, $0) }) { first, _ in first }
    }()
}
