import AccountStorage
import Crypto
package import Foundation
import JSONWebTokens

/// The file that the seller of an app gives to the buyer: JSON lines with transfer identifiers, and neither the seller's
/// subjects nor relay addresses (Apple: "Transferring your apps and users to another team").
package enum TransferFile {
    /// The first line.
    package struct Header: Sendable, Equatable {
        /// The Team ID of the seller.
        package var fromTeam: String
        /// The Team ID of the buyer.
        package var toTeam: String
        /// Apple's identifiers of the clients that move.
        package var clientIDs: [String]
        /// When the file was made.
        package var createdAt: Date
        /// How many people follow.
        package var entries: Int

        /// A header with these values.
        package init(fromTeam: String, toTeam: String, clientIDs: [String], createdAt: Date, entries: Int) {
            self.fromTeam = fromTeam
            self.toTeam = toTeam
            self.clientIDs = clientIDs
            self.createdAt = createdAt
            self.entries = entries
        }
    }

    /// A person.
    package struct Person: Sendable, Equatable {
        /// Apple's `transfer_sub`.
        package var identifier: String
        /// The account's name in the app's own system.
        package var externalID: String?
        /// The seller's identifier of the account.
        package var account: String?

        /// A person with these values.
        package init(identifier: String, externalID: String?, account: String?) {
            self.identifier = identifier
            self.externalID = externalID
            self.account = account
        }

        /// Sixteen bytes of the identifier's hash, so that those of a million people fit in little memory.
        package var digest: [UInt8] { Array(SHA256.hash(data: Array(identifier.utf8)).prefix(16)) }
    }

    /// The last line, by which a cut or changed file is seen.
    package struct End: Sendable, Equatable {
        /// How many people there are.
        package var entries: Int
        /// The SHA-256 of all lines before, in hexadecimal digits.
        package var digest: String

        /// The line for these values.
        package init(entries: Int, digest: String) {
            self.entries = entries
            self.digest = digest
        }
    }

    /// A line.
    package enum Line: Sendable, Equatable {
        case header(Header)
        case person(Person)
        case end(End)
    }

    /// What is wrong with a line or a file. The raw value is a stable code.
    package enum Fault: String, Error, Sendable {
        case malformed = "line_malformed"
        case formatUnknown = "format_unknown"
        case personalData = "personal_data"
        case repeated = "transfer_sub_repeated"
        case cut = "file_cut"
        case changed = "file_changed"
        case foreign = "file_of_another_transfer"

        /// What it means and what to do.
        package var text: String {
            switch self {
            case .malformed: "it is not a JSON object with transfer_sub and external_id or account"
            case .formatUnknown: "the first line does not say siwa-transfer/1"
            case .personalData:
                "it has sub, email or a relay address; Apple forbids them in the file, and the buyer cannot use them"
            case .repeated: "another line has the same transfer_sub, so neither is used"
            case .cut: "the last line is missing; get the whole file"
            case .changed: "the file does not have the lines that its last line says; get it again"
            case .foreign: "the file is about other teams or clients than the configured transfer"
            }
        }
    }

    static let format = "siwa-transfer/1"

    /// The text of a line, without its end. Refuses personal data.
    package static func text(of line: Line) throws(Fault) -> String {
        let members = Self.members(of: line)
        try refusePersonalData(in: members)
        return String(decoding: JSONObject(members).json, as: UTF8.self)
    }

    private static func members(of line: Line) -> [(name: String, value: JSONValue)] {
        switch line {
        case .header(let header):
            return [
                (name: "format", value: .string(format)), (name: "from_team", value: .string(header.fromTeam)),
                (name: "to_team", value: .string(header.toTeam)),
                (name: "client_ids", value: .array(header.clientIDs.map { JSONValue.string($0) })),
                (name: "created_at", value: .number(JSONNumber(Int(header.createdAt.timeIntervalSince1970)))),
                (name: "entries", value: .number(JSONNumber(header.entries))),
            ]
        case .person(let person):
            var members = [(name: "transfer_sub", value: JSONValue.string(person.identifier))]
            if let externalID = person.externalID { members.append((name: "external_id", value: .string(externalID))) }
            if let account = person.account { members.append((name: "account", value: .string(account))) }
            return members
        case .end(let end):
            return [
                (name: "end", value: .bool(true)), (name: "entries", value: .number(JSONNumber(end.entries))),
                (name: "sha256", value: .string(end.digest)),
            ]
        }
    }

    /// Reads a line.
    package static func read(_ bytes: [UInt8]) throws(Fault) -> Line {
        guard let object = try? StrictJSONReader.readObject(bytes) else { throw .malformed }
        try refusePersonalData(in: object.members)
        if let format = object.text("format") { return .header(try header(object, format)) }
        if object.bool("end") == true {
            guard let entries = object.double("entries"), let digest = object.text("sha256") else { throw .malformed }
            return .end(End(entries: try count(entries), digest: digest))
        }
        let person = Person(
            identifier: object.text("transfer_sub") ?? "", externalID: object.text("external_id"),
            account: object.text("account"))
        guard !person.identifier.isEmpty, person.externalID != nil || person.account != nil else { throw .malformed }
        return .person(person)
    }

    private static func header(_ object: JSONObject, _ format: String) throws(Fault) -> Header {
        guard format == Self.format else { throw .formatUnknown }
        guard let from = object.text("from_team"), let to = object.text("to_team"),
            let clients = object["client_ids"]?.array, let entries = object.double("entries")
        else { throw .malformed }
        return Header(
            fromTeam: from, toTeam: to, clientIDs: clients.compactMap(\.string),
            createdAt: Date(timeIntervalSince1970: object.double("created_at") ?? 0), entries: try count(entries))
    }

    private static func count(_ number: Double) throws(Fault) -> Int {
        guard let count = Int(exactly: number), count >= 0 else { throw .malformed }
        return count
    }

    private static func refusePersonalData(in members: [(name: String, value: JSONValue)]) throws(Fault) {
        for (name, value) in members {
            guard name != "sub", name != "email" else { throw .personalData }
            if let text = value.string, EmailAddress.isRelay(text) { throw .personalData }
        }
    }
}

/// The digest of a file's lines, for its last line.
package struct TransferFileDigest: Sendable {
    private var hash = SHA256()

    /// The digest of no line.
    package init() {}

    /// Adds a line with its end.
    package mutating func add(_ line: some Collection<UInt8>) {
        hash.update(data: Array(line) + [0x0A])
    }

    /// The digest in hexadecimal digits.
    package var text: String {
        hash.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
