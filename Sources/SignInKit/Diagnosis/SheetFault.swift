/// How a sheet failed.
struct SheetFault: Sendable, Equatable {
    var failure: SheetFailure
    /// The system's error. There is none if the kit found the failure itself.
    var error: FrameworkError?

    init(failure: SheetFailure, error: FrameworkError? = nil) {
        self.failure = failure
        self.error = error
    }

    /// Whether a person may simply have closed the sheet. Developers saw the same number after that and in builds without
    /// the capability.
    var mayBeClosed: Bool {
        guard failure == .canceled, let error else { return false }
        return error.underlying.allSatisfy { $0.all.allSatisfy(\.isCanceledAuthentication) }
    }
}

extension FrameworkError {
    fileprivate var isCanceledAuthentication: Bool { domain == "AKAuthenticationError" && code == -7003 }
}
