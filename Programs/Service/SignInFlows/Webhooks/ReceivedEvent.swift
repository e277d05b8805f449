package import Foundation

/// A delivery of an event as a backend receives it.
package struct ReceivedEvent: Sendable {
    /// What a backend refuses, by a stable code.
    package enum Fault: String, Error, CaseIterable {
        case idMissing = "id_missing"
        case timestampInvalid = "timestamp_invalid"
        case timestampTooFar = "timestamp_too_far"
        case signatureMissing = "signature_missing"
        case signatureWrong = "signature_wrong"
    }

    private let id: String?
    private let timestamp: String?
    private let signatures: String?
    private let body: [UInt8]

    /// Standard Webhooks ("Verifying webhook authenticity") leaves the tolerance open. Our guide says five minutes.
    private static let tolerance: TimeInterval = 300

    /// - Parameters:
    ///   - id: the header `webhook-id`.
    ///   - timestamp: the header `webhook-timestamp`.
    ///   - signatures: the header `webhook-signature`.
    ///   - body: the body as it arrived.
    package init(id: String?, timestamp: String?, signatures: String?, body: [UInt8]) {
        self.id = id
        self.timestamp = timestamp
        self.signatures = signatures
        self.body = body
    }

    /// Checks the signature with one of the secrets, and that the delivery is recent.
    package func check(_ secrets: [WebhookSecret], at now: Date) throws(Fault) {
        guard let id, !id.isEmpty else { throw .idMissing }
        guard let timestamp, let second = Int(timestamp) else { throw .timestampInvalid }
        guard let signatures, !signatures.isEmpty else { throw .signatureMissing }
        let isSigned = signatures.split(separator: " ").contains { signature in
            secrets.contains { $0.verifies(signature, id: id, timestamp: timestamp, body: body) }
        }
        guard isSigned else { throw .signatureWrong }
        guard abs(now.timeIntervalSince1970 - Double(second)) < Self.tolerance else { throw .timestampTooFar }
    }
}
