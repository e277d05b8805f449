import Foundation
import HTTPServing

/// Why the switches cannot be changed as requested, in a sentence.
struct SwitchFault: Error, Equatable {
    let code: String
    let sentence: String
    /// The switches that are unknown.
    var names: UnknownNames?
}

extension Switches {
    /// The switches with the named ones changed. `null` restores a default.
    ///
    /// Throws ``SwitchFault`` for an unknown name or an invalid value.
    func changed(by json: [UInt8]) throws -> Switches {
        guard var changes = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] else {
            throw SwitchFault(code: "body_invalid", sentence: "Send one JSON object of switches.")
        }
        let defaults = try Switches().members()
        let base = try changes.removeValue(forKey: AppleYear.member).map { try AppleYear.switches(of: $0) } ?? self
        var members = try base.members()
        do throws(NameFault) {
            try KnownNames((Self.names + [AppleYear.member]).sorted()).check(parameters: changes.keys.sorted())
        } catch {
            let sentence = "There is no switch of this name. " + (error.names?.sentences ?? "")
            throw SwitchFault(code: "switch_unknown", sentence: sentence, names: error.names)
        }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            members[name] = value is NSNull ? defaults[name] : value
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do {
            let switches = try decoder.decode(Switches.self, from: JSONSerialization.data(withJSONObject: members))
            try switches.requireRanges()
            try switches.requirePortalRanges()
            try switches.requireMailRanges()
            return switches
        } catch let error as DecodingError {
            let known = error.unknownValue.map { " " + $0.sentence } ?? ""
            throw SwitchFault(code: "switch_value", sentence: "\(error.place) has an invalid value." + known)
        }
    }

    /// These switches in place of the same ones of another set.
    func onTop(of base: Switches) throws -> Switches {
        guard case .object(let own) = json, case .object(let defaults) = Switches().json else { return base }
        let set = zip(own, defaults).filter { $0.value.text != $1.value.text }.map { $0.0 }
        return try base.changed(by: OrderedJSON.object(set).bytes)
    }

    /// Every switch by name, as JSON.
    var json: OrderedJSON {
        guard let members = try? members() else { return .object([]) }
        return .object(
            Self.names.sorted().map { name in
                switch members[name] {
                case let text as String: (name, .string(text))
                case let number as NSNumber where Self.flagNames.contains(name): (name, .boolean(number.boolValue))
                case let number as NSNumber: (name, .integer(number.intValue))
                default: (name, .null)
                }
            })
    }

    private func members() throws -> [String: Any] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return try JSONSerialization.jsonObject(with: encoder.encode(self)) as? [String: Any] ?? [:]
    }

    private func requireRanges() throws {
        if !(1...31_536_000).contains(identityTokenLifetime) || !(0...31_536_000).contains(refreshThrottle) {
            throw SwitchFault(code: "switch_value", sentence: "Lifetimes must be from 1 second to a year.")
        }
        if !(400...599).contains(refreshThrottleStatus) {
            throw SwitchFault(code: "switch_value", sentence: "refresh_throttle_status must be from 400 to 599.")
        }
        if !(200...599).contains(errorPageStatus) {
            throw SwitchFault(code: "switch_value", sentence: "error_page_status must be from 200 to 599.")
        }
        if !(0...31_536_000).contains(keysMaxAge) || !(0...65_536).contains(parameterLimit) {
            throw SwitchFault(
                code: "switch_value",
                sentence: "keys_max_age is at most a year, parameter_limit at most 65536; 0 means none.")
        }
    }

    private func requirePortalRanges() throws {
        if !(0...604_800).contains(portalDelay) || !(0...1_000).contains(servicesPerAppLimit)
            || !(0...1_000).contains(websiteUrlsLimit)
        {
            throw SwitchFault(
                code: "switch_value",
                sentence: "portal_delay is at most a week, services_per_app_limit and website_urls_limit are at most "
                    + "1000; 0 means none.")
        }
        if !(1...3_650).contains(transferWindowDays) {
            throw SwitchFault(code: "switch_value", sentence: "transfer_window_days is from 1 to 3650.")
        }
    }

    private func requireMailRanges() throws {
        if !(0...1_000_000).contains(relayDailyLimit) || !(1...(64 << 20)).contains(relaySizeLimit) {
            throw SwitchFault(
                code: "switch_value",
                sentence: "relay_daily_limit is at most 1000000 (0 means none), relay_size_limit from 1 to 67108864.")
        }
        if relayLimitStatus != 421 && relayLimitStatus != 550 {
            throw SwitchFault(code: "switch_value", sentence: "relay_limit_status must be 421 or 550.")
        }
    }

    private static var children: [(name: String, value: Any)] {
        Mirror(reflecting: Switches()).children.compactMap { child in
            child.label.map { ($0.inSnakeCase, child.value) }
        }
    }

    static var names: Set<String> { Set(children.map(\.name)) }
    private static var flagNames: Set<String> { Set(children.filter { $0.value is Bool }.map(\.name)) }
}

extension DecodingError {
    /// The invalid member, in snake case as it was sent.
    fileprivate var place: String {
        let path =
            switch self {
            case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
                .dataCorrupted(let context):
                context.codingPath
            @unknown default: [any CodingKey]()
            }
        let name = path.map(\.stringValue).joined(separator: ".")
        return name.isEmpty ? "A switch" : name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }
}
