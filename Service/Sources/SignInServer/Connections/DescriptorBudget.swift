import Foundation

/// How many connections fit into the files that the process may have open.
///
/// On many machines that is 1,024 unless a program asks for more. Without a descriptor for the next connection, or for the
/// database, the service would stand still without a word.
package struct DescriptorBudget: Sendable, Equatable {
    /// For the database, its log, keys, Apple, the app's backend, mail and the program itself.
    static let reserve = 200

    /// The limit to ask the system for; nil where the present one is enough.
    package let raisedTo: Int?
    /// How many connections the service may take.
    package let connections: Int
    /// What the operator should read; nil where everything fits.
    package let warning: String?

    /// Plans the descriptors of the process.
    ///
    /// - Parameters:
    ///   - wanted: how many connections are configured.
    ///   - databaseConnections: how many the database may take.
    ///   - soft: the limit now.
    ///   - hard: how far the process may raise it.
    package init(connections wanted: Int, databaseConnections: Int, soft: Int, hard: Int) {
        let others = Self.reserve + databaseConnections
        let needed = wanted + others
        raisedTo = soft < needed && soft < hard ? min(needed, hard) : nil
        let limit = max(soft, raisedTo ?? 0)
        guard limit < needed else {
            (connections, warning) = (wanted, nil)
            return
        }
        connections = max(1, limit - others)
        warning =
            "maximum_connections is \(wanted), but only \(limit) files may be open (ulimit -n): "
            + "at most \(connections) connections are accepted at once"
    }
}

extension DescriptorBudget {
    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif

    /// Raises the limit of this process as far as the connections need it, and says how many fit.
    package static func settled(connections: Int, databaseConnections: Int) -> DescriptorBudget {
        let plan = { (soft: Int, hard: Int) in
            DescriptorBudget(connections: connections, databaseConnections: databaseConnections, soft: soft, hard: hard)
        }
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return plan(.max, .max) }
        let (soft, hard) = (Int(clamping: limit.rlim_cur), Int(clamping: limit.rlim_max))
        let settled = plan(soft, hard)
        guard let raised = settled.raisedTo else { return settled }
        limit.rlim_cur = rlim_t(raised)
        // Some systems allow less than their hard limit says.
        return setrlimit(resource, &limit) == 0 ? settled : plan(soft, soft)
    }
}
