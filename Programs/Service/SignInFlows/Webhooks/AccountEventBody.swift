import Foundation

/// The JSON body of an event: the members that Standard Webhooks recommends, with identifiers and codes only.
struct AccountEventBody: Encodable {
    struct Facts: Encodable {
        var account: String?
        var externalID: String?
        var reason: String?
        var mergedAccount: String?
        var issuer: String?
        var transfer: String?
        var fromTeam: String?
        var toTeam: String?

        enum CodingKeys: String, CodingKey {
            case account, reason, issuer, transfer
            case externalID = "external_id"
            case mergedAccount = "merged_account"
            case fromTeam = "from_team"
            case toTeam = "to_team"
        }
    }

    private let type: String
    private let timestamp: String
    private let data: Facts

    init(_ kind: AccountEventKind, at moment: Date, _ facts: Facts) {
        type = kind.rawValue
        timestamp = moment.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        data = facts
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(self) else {
            preconditionFailure("identifiers, codes and a time are JSON")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
