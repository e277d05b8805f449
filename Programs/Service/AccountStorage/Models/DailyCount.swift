/// How often something happened on one day. It is about a service, not about a person.
public struct DailyCount: Sendable, Hashable {
    /// What is counted.
    public struct Key: Sendable, Hashable {
        /// The day in UTC, as the number of days since 1 January 1970.
        public var day: Int
        /// What happened, as a stable code.
        public var measure: String
        /// By which login people came in; `nil` where none is meant. An empty text is stored as `nil`, here and below.
        public var provider: String?
        /// The platform that people used.
        public var platform: Platform?
        /// The configured name of the client.
        public var client: String?
        /// How it ended, or why it happened, as a stable code.
        public var detail: String?

        /// A key with these values.
        public init(
            day: Int, measure: String, provider: String? = nil, platform: Platform? = nil, client: String? = nil,
            detail: String? = nil
        ) {
            self.day = day
            self.measure = measure
            self.provider = provider
            self.platform = platform
            self.client = client
            self.detail = detail
        }
    }

    /// What is counted.
    public var key: Key
    /// How often it happened.
    public var count: Int

    /// A count with these values.
    public init(_ key: Key, count: Int) {
        self.key = key
        self.count = count
    }
}

extension DailyCount.Key: Comparable {
    /// The order in which counts are listed: by day, then by the bytes of measure, provider, platform, client and detail,
    /// with `nil` first.
    public static func < (left: Self, right: Self) -> Bool {
        guard left.day == right.day else { return left.day < right.day }
        for (one, other) in zip(left.texts, right.texts) where !one.utf8.elementsEqual(other.utf8) {
            return one.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return false
    }

    private var texts: [String] { [measure, provider ?? "", platform?.rawValue ?? "", client ?? "", detail ?? ""] }
}
