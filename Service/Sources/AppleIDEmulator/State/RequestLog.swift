/// The last thousand requests, with what Apple would have kept to itself. No codes, tokens or secrets.
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
    private(set) var entries: [Entry] = []
    private(set) var dropped = 0

    mutating func add(_ entry: Entry) {
        entries.append(entry)
        if entries.count > Self.capacity {
            entries.removeFirst(entries.count - Self.capacity)
            dropped += 1
        }
    }

    mutating func clear() {
        entries = []
        dropped = 0
    }
}
