import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A key set as Apple sent it, with everything that is needed to check it after a restart.
public struct StoredKeySet: Sendable, Equatable {
    /// The address it was fetched from. The set of an emulator is never used for Apple.
    public let url: String
    /// When it was fetched.
    public let fetchedAt: Date
    /// The `max-age` in seconds that Apple sent, if any.
    public let maximumAge: TimeInterval?
    /// The body of Apple's answer, octet by octet.
    public let body: [UInt8]

    /// Creates a set from the values in a store.
    public init(url: String, fetchedAt: Date, maximumAge: TimeInterval?, body: [UInt8]) {
        self.url = url
        self.fetchedAt = fetchedAt
        self.maximumAge = maximumAge
        self.body = body
    }

    /// The set as one JSON text, for stores that keep a single value.
    public var encoded: [UInt8] {
        var members: [(name: String, value: JSONValue)] = [
            ("format", 1), ("url", .string(url)),
            ("fetched_at", .number(JSONNumber(Int(min(max(fetchedAt.timeIntervalSince1970, 0), 1e12))))),
        ]
        if let maximumAge { members.append(("max_age", .number(JSONNumber(Int(min(max(maximumAge, 0), 1e12)))))) }
        members.append(("body", .string(String(decoding: body, as: UTF8.self))))
        return JSONObject(members).json
    }

    /// Decodes the result of `encoded`. Returns `nil` for anything else.
    public init?(encoded: [UInt8]) {
        // A body of 64 KiB can grow to twice that size if every quote is escaped.
        let limits = TokenLimits(maximumBytes: 4 * KeySetFetch.maximumBytes)
        guard let object = try? StrictJSONReader.readObject(encoded, limits: limits), object.double("format") == 1,
            let url = object.text("url"), let fetchedAt = object.double("fetched_at"), let body = object.text("body")
        else { return nil }
        self.init(
            url: url, fetchedAt: Date(timeIntervalSince1970: fetchedAt), maximumAge: object.double("max_age"),
            body: Array(body.utf8))
    }
}
