/// Writes one line for each incident of a debug build to the system's log, in the category `SignInKit`. Released apps write
/// nothing.
struct SignInLog: Sendable {
    let write: @Sendable (String) -> Void

    /// Returns what passes an incident on after it was written down.
    func before(_ observe: @escaping @Sendable (SignInIncident) -> Void) -> @Sendable (SignInIncident) -> Void {
        { [write] incident in
            if let line = incident.logLine { write(line) }
            observe(incident)
        }
    }
}

extension SignInIncident {
    /// What happened, and the likely cause. It contains only codes, numbers and texts of the kit. Nil if another line has
    /// said it.
    var logLine: String? {
        switch self {
        case .storageFailed(let item):
            "The storage failed (\(item.rawValue)). The kit goes on without it. SignInClient.diagnosis() says why."
        case .credentialStateUnknown:
            "The device did not say whether the permission still exists. The session stays, and the device is asked again."
        case .sheetFailed(let failure, let error):
            Self.line("Apple's sheet failed: \(SignInFailure.sheet(failure).code), \(error).", LikelyCause.of(error))
        case .failed(let failure):
            Self.line(failure)
        case .transferFailed(let failure):
            Self.line(
                "The new identifier after a transfer could not be had: \(Self.code(failure)). The session stays.",
                LikelyCause.of(failure))
        }
    }

    private static func line(_ failure: SignInFailure) -> String? {
        let cause = LikelyCause.of(failure)
        // The sheet's own error has its line.
        if case .sheet = failure, cause == nil { return nil }
        return line("The request failed: \(code(failure)).", cause)
    }

    private static func code(_ failure: SignInFailure) -> String {
        BackendConnection.isCode(failure.code) ? failure.code : "a code that is none"
    }

    private static func line(_ event: String, _ cause: String?) -> String {
        event + (cause.map { " Likely cause: \($0)" } ?? "")
    }
}
