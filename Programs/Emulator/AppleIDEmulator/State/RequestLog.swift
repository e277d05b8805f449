/// The last thousand requests, with reasons that Apple would not reveal. Contains no codes, tokens or secrets.
struct RequestLog: Sendable {
    struct Entry: Sendable {
        let at: Int
        let method: String
        let path: String
        let status: Int
        var client: String?
        var person: String?
        var error: String?
        var cause: String?
        var explanation: String?
        var fault: String?
    }

    static let capacity = 1_000
    private var kept: [Entry] = []
    private var cut = 0

    /// The newest entries, at most `capacity`.
    var entries: ArraySlice<Entry> { kept.suffix(Self.capacity) }
    var dropped: Int { cut + max(0, kept.count - Self.capacity) }

    mutating func add(_ entry: Entry) {
        kept.append(entry)
        // removing the first entry moves all others, which would cost as much as answering the request
        guard kept.count >= 2 * Self.capacity else { return }
        cut += kept.count - Self.capacity
        kept.removeFirst(kept.count - Self.capacity)
    }

    mutating func clear() {
        kept = []
        cut = 0
    }
}
