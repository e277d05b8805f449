/// Recognises a token that comes again, without storing it.
///
/// Each process has its own random hash key, so an attacker cannot construct two tokens with the same mark.
struct TokenMark: Hashable, Sendable {
    private let hash: Int

    init(_ token: String) {
        var hasher = Hasher()
        hasher.combine(token)
        hash = hasher.finalize()
    }
}

/// Remembers when tokens with unknown keys first arrived, counted in fetches. A token that comes again after the wait
/// it was told is decided by the fetches since its first arrival.
///
/// The limit keeps this to some hundred kilobytes. Beyond it the oldest tokens are forgotten, and their next arrival
/// counts as the first.
struct TokenArrivals: Sendable {
    static let limit = 4_096

    private var fetchesBefore: [TokenMark: Int] = [:]
    private var order: [TokenMark] = []
    private var oldest = 0

    /// The number of fetches that had begun when the token first arrived. That is `fetches` if the token is not
    /// remembered.
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
