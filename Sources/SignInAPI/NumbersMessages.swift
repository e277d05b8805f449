#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How many people registered, signed in and left, by day or by another period.
public struct NumbersReply: Codable, Sendable, Equatable {
    /// One number.
    public struct Row: Codable, Sendable, Equatable {
        /// The first day of the period, such as `2026-11-27`, in UTC.
        public var start: String
        /// What is counted.
        public var measure: String
        /// By which login people came in, if the numbers are told apart by it, as the following members.
        public var provider: String?
        /// The configured name of the client.
        public var client: String?
        /// The platform.
        public var platform: String?
        /// How it ended, or why it happened, as a code.
        public var detail: String?
        /// How often it happened; absent if the number is hidden because it is small.
        public var count: Int?
        /// The part that the number has of all that differ in the first name of `by` only, from 0 to 1.
        public var share: Double?

        /// Creates a number.
        public init(
            start: String, measure: String, provider: String?, client: String?, platform: String?, detail: String?,
            count: Int?, share: Double?
        ) {
            self.start = start
            self.measure = measure
            self.provider = provider
            self.client = client
            self.platform = platform
            self.detail = detail
            self.count = count
            self.share = share
        }
    }

    /// The first day.
    public var from: String
    /// The last day.
    public var to: String
    /// By what the numbers are told apart.
    public var by: [String]
    /// Over what time the numbers are added up: `day`, `week`, `month` or `whole`.
    public var each: String
    /// Up to when everything is counted (RFC 3339, UTC).
    public var countedUntil: String
    /// Numbers that are less than this are hidden.
    public var hiddenBelow: Int
    /// The numbers.
    public var rows: [Row]

    /// Creates an answer.
    public init(
        from: String, to: String, by: [String], each: String, countedUntil: Date, hiddenBelow: Int, rows: [Row]
    ) {
        self.from = from
        self.to = to
        self.by = by
        self.each = each
        self.countedUntil = Timestamp.text(of: countedUntil)
        self.hiddenBelow = hiddenBelow
        self.rows = rows
    }

    enum CodingKeys: String, CodingKey {
        case from, to, by, each, rows
        case countedUntil = "counted_until"
        case hiddenBelow = "hidden_below"
    }
}

/// How many people came in on one day by one of the app's other logins: everything of the day so far.
public struct OtherLoginsRequest: RequestMessage, Equatable {
    /// The day, such as `2026-11-27`.
    public var day: String
    /// The login, as the configuration names it (`numbers.providers`).
    public var provider: String
    /// The configured name of a client.
    public var client: String?
    /// The platform: `native`, `web` or `android`.
    public var platform: String?
    /// How many of the sign-ins created an account.
    public var registrations: Int
    /// How many sign-ins there were.
    public var signIns: Int

    /// Creates a report.
    public init(
        day: String, provider: String, client: String? = nil, platform: String? = nil, registrations: Int, signIns: Int
    ) {
        self.day = day
        self.provider = provider
        self.client = client
        self.platform = platform
        self.registrations = registrations
        self.signIns = signIns
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case day, provider, client, platform, registrations
        case signIns = "sign_ins"
    }
}
