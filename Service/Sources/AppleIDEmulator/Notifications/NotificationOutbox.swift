/// What is to be sent, and a log of what was sent and what came back; both bounded.
struct NotificationOutbox: Sendable {
    struct Attempt: Sendable, Equatable, Codable {
        let at: Int
        /// Nil when no answer came.
        var status: Int?
        var error: String?
        /// The beginning of a body that came with another status than 200.
        var answer: String?
    }

    enum Standing: String, Sendable, Codable {
        case waiting, held, delivered, failed, lost
        case noURL = "no_url"
    }

    struct Delivery: Sendable, Equatable, Codable {
        let id: String
        let claims: NotificationClaims
        let hasWrongKey: Bool
        let url: String?
        /// When it first became due, by the emulator's clock.
        var dueAt: Int
        let retryAt: [Int]
        /// The signed token, from its first try on: a repetition is the same token again.
        var token: String?
        var attempts: [Attempt] = []
        var standing = Standing.waiting

        /// When the next try is due.
        var nextAt: Int { dueAt + (attempts.count < retryAt.count ? retryAt[attempts.count] : 0) }
    }

    static let capacity = 1_000

    var policy = NotificationPolicy()
    private(set) var waiting: [Delivery] = []
    private(set) var held: [Delivery] = []
    private(set) var finished: [Delivery] = []
    private(set) var dropped = 0
    private(set) var lastJti: String?

    var isWaiting: Bool { !waiting.isEmpty }

    /// What a restart must not lose. Signed tokens stay behind: the keys that signed them are gone by then.
    var kept: [Delivery] {
        (waiting + held).map { delivery in
            var kept = delivery
            kept.token = nil
            return kept
        }
    }

    mutating func restore(_ kept: [Delivery]) {
        waiting = kept.filter { $0.standing == .waiting }
        held = kept.filter { $0.standing == .held }
    }

    /// Newest last.
    var all: [Delivery] { finished + waiting + held }

    func find(_ id: String) -> Delivery? { all.first { $0.id == id } }

    /// Takes one event in, as the policy wants it.
    mutating func add(_ delivery: Delivery) {
        lastJti = delivery.claims.jti
        var delivery = delivery
        if delivery.url == nil {
            finish(&delivery, .noURL)
        } else if policy.lose > 0 {
            policy.lose -= 1
            finish(&delivery, .lost)
        } else if policy.reorder > 1 {
            delivery.standing = .held
            held.append(delivery)
            if held.count >= policy.reorder { release() }
        } else {
            wait(delivery)
        }
    }

    /// Lets go of what was held for company, last first.
    mutating func release() {
        for var delivery in held.reversed() {
            delivery.standing = .waiting
            wait(delivery)
        }
        held = []
    }

    /// The next delivery whose time has come, at none of the URLs that are being called.
    func due(at now: Int, exceptAt busy: Set<String>) -> Delivery? {
        waiting.enumerated()
            .filter { $0.element.nextAt <= now && !busy.contains($0.element.url ?? "") }
            .min { ($0.element.nextAt, $0.offset) < ($1.element.nextAt, $1.offset) }?.element
    }

    /// When something becomes due that is not due now.
    func nextDue(after now: Int) -> Int? { waiting.map(\.nextAt).filter { $0 > now }.min() }

    /// Notes what a try brought. Nothing happens when the delivery is gone, as after a reset.
    mutating func record(_ attempt: Attempt, token: String, for id: String) {
        guard let position = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting[position].token = token
        waiting[position].attempts.append(attempt)
        var delivery = waiting[position]
        if attempt.status == 200 || delivery.attempts.count >= delivery.retryAt.count {
            waiting.remove(at: position)
            finish(&delivery, attempt.status == 200 ? .delivered : .failed)
        }
    }

    mutating func clearLog() {
        finished = []
        dropped = 0
    }

    private mutating func wait(_ delivery: Delivery) {
        waiting.append(delivery)
        guard waiting.count > Self.capacity else { return }
        waiting.removeFirst()
        dropped += 1
    }

    private mutating func finish(_ delivery: inout Delivery, _ standing: Standing) {
        delivery.standing = standing
        finished.append(delivery)
        guard finished.count > Self.capacity else { return }
        finished.removeFirst()
        dropped += 1
    }
}
