/// Recognises a token that comes again, without keeping it.
///
/// The hash is keyed anew in each process, so nobody can make two tokens that have the same.
struct TokenMark: Hashable, Sendable {
    private let hash: Int

    init(_ token: String) {
        var hasher = Hasher()
        hasher.combine(token)
        hash = hasher.finalize()
    }
}

/// When tokens whose keys nobody knew came for the first time, counted in fetches: a token that comes again, after the
/// time it was told to wait, is judged by the fetches since its first time.
///
/// As many as fit into some hundred kilobytes; of the oldest ones beyond that the next time is the first again.
struct TokenArrivals: Sendable {
    static let limit = 4_096

    private var fetchesBefore: [TokenMark: Int] = [:]
    private var order: [TokenMark] = []
    private var oldest = 0

    /// Fetches that had begun when the token came first, which is now where it is not remembered.
    mutating func fetchesBefore(_ token: TokenMark?, now fetches: Int) -> Int {
        guard let token else { return fetches }
        if let known = fetchesBefore[token] { return known }
        fetchesBefore[token] = fetches
        if order.count < Self.limit {
            order.append(token)
        } else {
            fetchesBefore[order[oldest]] = nil
            order[oldest] = token
            oldest = (oldest + 1) % Self.limit
        }
        return fetches
    }
}
