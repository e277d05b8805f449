import AccountStorage
package import Foundation
package import SignInWithApple

/// An event that did not happen, for a backend in development. It is signed and sent like any other, and stored nowhere.
package struct SampleEvent: Sendable {
    private let kind: AccountEventKind
    private let facts: AccountEventBody.Facts
    private let id: AccountEventID

    /// - Parameters:
    ///   - account: the account that it is about.
    ///   - externalID: the account's ID in the app's own system.
    ///   - reason: who caused it, or why; the most common reason if nil.
    ///   - moment: the time of the event.
    ///   - randomBytes: for the event's ID, and that of a merged account.
    package init(
        _ kind: AccountEventKind, account: String, externalID: String?, reason: String?, at moment: Date,
        randomBytes: (Int) -> [UInt8]
    ) {
        self.kind = kind
        id = .timeOrdered(at: moment, random: randomBytes(AccountEventID.randomLength))
        let reason = reason ?? Self.usualReason(for: kind)
        facts =
            switch kind {
            case .test: AccountEventBody.Facts()
            case .appTransferred:
                AccountEventBody.Facts(
                    reason: reason, transfer: "sale", fromTeam: "TEAM000001", toTeam: "TEAM000002")
            default:
                AccountEventBody.Facts(
                    account: account, externalID: externalID, reason: reason,
                    mergedAccount: kind == .accountMerged ? AccountID.random(randomBytes(16)).text : nil)
            }
    }

    /// The delivery, signed at this moment.
    package func request(to endpoint: WebhookEndpoint, at moment: Date) -> TransportRequest {
        endpoint.request(id: id.text, body: AccountEventBody(kind, at: moment, facts).json, at: moment)
    }

    private static func usualReason(for kind: AccountEventKind) -> String? {
        switch kind {
        case .accountCreated, .appTransferred: "sign_in"
        case .accountLinked: "ticket"
        case .accountUnlinked, .accountMerged, .accountDeleted, .sessionsEnded: "person"
        case .accountDisabled, .accountEnabled: "operator"
        case .forwardingDisabled, .forwardingEnabled: "apple"
        case .accountMarked: "real_person"
        case .emailDeliveryChanged: "forwarding_off"
        case .test: nil
        }
    }
}
