package import Logging
package import SignInFlows

/// Logs incidents, each with the id of the request during which it happened, if there is one.
package struct IncidentLog: Sendable {
    private let logger: Logger

    /// Creates a log that writes to a logger.
    package init(_ logger: Logger) {
        self.logger = logger
    }

    /// Logs an incident, as an error if an operator should be alerted.
    package func write(_ incident: SignInIncident) {
        var metadata = incident.facts.mapValues { Logger.MetadataValue.string($0) }
        metadata["code"] = "\(incident.code)"
        if let request = RequestID.current { metadata["request_id"] = "\(request.text)" }
        logger.log(level: incident.isAlarm ? .error : .warning, "incident", metadata: metadata)
    }
}
