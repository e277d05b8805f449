import SignInFlows

/// Who caused an entry of the audit, according to its reason.
enum AuditActor {
    /// Words to append to a sentence in the passive; empty without a reason. An unknown reason is shown as it is.
    static func by(_ reason: String?) -> String {
        guard let reason else { return "" }
        if let id = credential(in: reason) { return " by the app's backend (credential \(id))" }
        return switch reason {
        case "person": " by the person"
        case AccountOperations.asker: " by the operator"
        default: " (\(reason))"
        }
    }

    /// The identifier of the credential that a reason names.
    static func credential(in reason: String?) -> Substring? {
        let prefix = "credential:"
        guard let reason, reason.hasPrefix(prefix) else { return nil }
        return reason.dropFirst(prefix.count)
    }
}
