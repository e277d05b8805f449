import Foundation
import HTTPServing

/// A fault with its endpoint, as read from a flag, a form or the configuration file.
struct FaultSetting: Sendable {
    let endpoint: EndpointName
    let fault: Fault

    private static let numbers: Set<String> = ["times", "status", "retry_after", "interval_ms", "delay_ms", "size"]
    private static let flags: Set<String> = ["after_processing", "before_processing"]
    private static let known = KnownNames(["endpoint"] + Fault.names.names)

    /// Reads one JSON object with the members of a fault and `endpoint`.
    init(json: [UInt8]) throws(FaultMistake) {
        guard let names = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any] else {
            throw FaultMistake(code: "fault_invalid", sentence: "A fault must be one JSON object.")
        }
        do throws(NameFault) {
            try Self.known.check(parameters: names.keys.sorted())
        } catch {
            throw FaultMistake(code: "fault_member", sentence: error.names?.sentences ?? "A member is there twice.")
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do {
            endpoint = try decoder.decode(Place.self, from: Data(json)).endpoint
            fault = try decoder.decode(Fault.self, from: Data(json))
        } catch {
            throw FaultMistake(code: "fault_invalid", sentence: (error as? DecodingError)?.sentence ?? "\(error)")
        }
        try fault.require(at: endpoint)
    }

    /// Reads members given as strings. Empty ones count as absent.
    init(_ members: [(name: String, value: String)]) throws(FaultMistake) {
        try self.init(json: OrderedJSON.object(Self.typed(members)).bytes)
    }

    /// Reads `ENDPOINT:KIND[,NAME=VALUE…]`, such as `token:status,status=503,times=2`, or JSON.
    init(text: String) throws(FaultMistake) {
        if text.hasPrefix("{") {
            try self.init(json: Array(text.utf8))
            return
        }
        try self.init(json: OrderedJSON.object(Self.members(text)).bytes)
    }

    /// The members, with `endpoint`, that `ENDPOINT:KIND[,NAME=VALUE…]` names. They are not checked.
    static func members(_ text: String) throws(FaultMistake) -> [(name: String, value: OrderedJSON)] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let place = parts[0].split(separator: ":", maxSplits: 1).map(String.init)
        guard place.count == 2 else {
            throw FaultMistake(
                code: "fault_invalid",
                sentence: "A fault has the form ENDPOINT:KIND[,NAME=VALUE…], such as token:status,status=503,times=2.")
        }
        var members = [(name: "endpoint", value: place[0]), (name: "kind", value: place[1])]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2 else {
                throw FaultMistake(code: "fault_invalid", sentence: "\(part) is not NAME=VALUE.")
            }
            members.append((name: pair[0], value: pair[1]))
        }
        return try typed(members)
    }

    private static func typed(
        _ members: [(name: String, value: String)]
    ) throws(FaultMistake) -> [(name: String, value: OrderedJSON)] {
        var json: [(name: String, value: OrderedJSON)] = []
        for (name, value) in members where !value.isEmpty {
            json.append((name, try Self.value(name, value)))
        }
        return json
    }

    private static func value(_ name: String, _ text: String) throws(FaultMistake) -> OrderedJSON {
        if numbers.contains(name) {
            guard let number = Int(text) else {
                throw FaultMistake(code: "fault_invalid", sentence: "\(name) must be a whole number.")
            }
            return .integer(number)
        }
        if flags.contains(name) { return .boolean(text == "true" || text == "on") }
        switch name {
        case "share":
            guard let share = Double(text), share.isFinite else {
                throw FaultMistake(code: "fault_share", sentence: "share must be from 0 to 1.")
            }
            return .decimal(share)
        default: return .string(text)
        }
    }

    private struct Place: Decodable {
        let endpoint: EndpointName
    }
}
