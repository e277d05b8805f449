import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A key set as Apple sent it, and when: all that a restored set is judged by.
public struct StoredKeySet: Sendable, Equatable {
    /// The address it was fetched from; a set of an emulator never serves for Apple.
    public let url: String
    /// When it was fetched.
    public let fetchedAt: Date
    /// Seconds that Apple allowed to use it, if it named any.
    public let maximumAge: TimeInterval?
    /// Apple's answer, octet by octet.
    public let body: [UInt8]

    /// A set as a store read it.
    public init(url: String, fetchedAt: Date, maximumAge: TimeInterval?, body: [UInt8]) {
        self.url = url
        self.fetchedAt = fetchedAt
        self.maximumAge = maximumAge
        self.body = body
    }

    /// All of it as one JSON text, for stores that keep one value.
    public var encoded: [UInt8] {
        var members: [(name: String, value: JSONValue)] = [
            ("format", 1), ("url", .string(url)),
            ("fetched_at", .number(JSONNumber(Int(min(max(fetchedAt.timeIntervalSince1970, 0), 1e12))))),
        ]
        if let maximumAge { members.append(("max_age", .number(JSONNumber(Int(min(max(maximumAge, 0), 1e12)))))) }
        members.append(("body", .string(String(decoding: body, as: UTF8.self))))
        return JSONObject(members).json
    }

    /// Reads what `encoded` wrote; `nil` for anything else.
    public init?(encoded: [UInt8]) {
        // A body of 64 KiB may grow to twice that where every quote is escaped.
        let limits = TokenLimits(maximumBytes: 4 * KeySetFetch.maximumBytes)
        guard let object = try? StrictJSONReader.readObject(encoded, limits: limits), object.double("format") == 1,
            let url = object.text("url"), let fetchedAt = object.double("fetched_at"), let body = object.text("body")
        else { return nil }
        self.init(
            url: url, fetchedAt: Date(timeIntervalSince1970: fetchedAt), maximumAge: object.double("max_age"),
            body: Array(body.utf8))
    }
}
