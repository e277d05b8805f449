import Foundation

/// Calculates how many connections fit into the limit of open files.
///
/// On many machines the limit is 1,024 unless a program raises it. If no descriptor were left for the next connection
/// or the database, the service would stop working without an error message.
package struct DescriptorBudget: Sendable, Equatable {
    /// Descriptors for the database's files, the log, keys, Apple, the app's backend, mail and the program itself.
    static let reserve = 200

    /// The limit to request from the system; `nil` if the current one is enough.
    package let raisedTo: Int?
    /// The number of connections that the service may accept.
    package let connections: Int
    /// A warning for the operator; `nil` if everything fits.
    package let warning: String?

    /// Plans the descriptors of the process.
    ///
    /// - Parameters:
    ///   - wanted: the configured number of connections.
    ///   - databaseConnections: the maximum number of connections to the database.
    ///   - soft: the current limit.
    ///   - hard: the highest limit that the process may set.
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

    /// Raises the limit of this process as far as the connections need it, and returns how many fit.
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
        // Some systems allow less than their hard limit.
        return setrlimit(resource, &limit) == 0 ? settled : plan(soft, soft)
    }
}
