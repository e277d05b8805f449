/// The deliveries to send, and a log of those that ended, with the receiver's answers. Both are bounded.
struct NotificationOutbox: Sendable {
    struct Attempt: Sendable, Equatable, Codable {
        let at: Int
        /// Nil if there was no answer.
        var status: Int?
        var error: String?
        /// The beginning of the body if the status was not 200.
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
        /// When the first attempt is due, by the emulator's clock.
        var dueAt: Int
        let retryAt: [Int]
        /// The signed token, kept from the first attempt on, so that a retry sends the same token.
        var token: String?
        var attempts: [Attempt] = []
        var standing = Standing.waiting
        /// Its place among all deliveries, in the order of sending; 0 before it is added.
        var number = 0

        /// When the next attempt is due.
        var nextAt: Int { dueAt + (attempts.count < retryAt.count ? retryAt[attempts.count] : 0) }
    }

    static let capacity = 1_000

    var policy = NotificationPolicy()
    private(set) var waiting: [Delivery] = []
    private(set) var held: [Delivery] = []
    private(set) var finished: [Delivery] = []
    private(set) var dropped = 0
    private(set) var lastJti: String?
    private var lastNumber = 0
    /// The deliveries that the state file keeps: those that wait or are held, by their number. Signed tokens are left
    /// out, since their keys do not survive a restart.
    private(set) var kept: KeptDictionary<Int, Delivery> = [:]

    var isWaiting: Bool { !waiting.isEmpty }

    mutating func restore(_ kept: KeptDictionary<Int, Delivery>) {
        let all = kept.sorted { $0.key < $1.key }.map(\.value)
        waiting = all.filter { $0.standing == .waiting }
        held = all.filter { $0.standing == .held }
        lastNumber = all.last?.number ?? 0
        self.kept = kept
    }

    /// Newest last. The order in which the deliveries ended would depend on the receivers.
    var all: [Delivery] { (finished + waiting + held).sorted { $0.number < $1.number } }

    func find(_ id: String) -> Delivery? { all.first { $0.id == id } }

    /// Adds a delivery as the policy demands, and returns it as it is then.
    @discardableResult
    mutating func add(_ delivery: Delivery) -> Delivery {
        lastJti = delivery.claims.jti
        lastNumber += 1
        var delivery = delivery
        delivery.number = lastNumber
        if delivery.url == nil {
            finish(&delivery, .noURL)
        } else if policy.lose > 0 {
            policy.lose -= 1
            finish(&delivery, .lost)
        } else if policy.reorder > 1 {
            delivery.standing = .held
            held.append(delivery)
            keep(delivery)
            if held.count >= policy.reorder {
                release()
                return find(delivery.id) ?? delivery
            }
        } else {
            wait(delivery)
        }
        return delivery
    }

    /// Releases the deliveries that were held to be reordered, last first.
    mutating func release() {
        for var delivery in held.reversed() {
            unkeep(delivery)
            lastNumber += 1
            delivery.number = lastNumber
            delivery.standing = .waiting
            wait(delivery)
        }
        held = []
    }

    /// The next delivery that is due, except those to URLs that are being called.
    func due(at now: Int, exceptAt busy: Set<String>) -> Delivery? {
        waiting.enumerated()
            .filter { $0.element.nextAt <= now && !busy.contains($0.element.url ?? "") }
            .min { ($0.element.nextAt, $0.offset) < ($1.element.nextAt, $1.offset) }?.element
    }

    /// When the next delivery becomes due that is not due yet.
    func nextDue(after now: Int) -> Int? { waiting.map(\.nextAt).filter { $0 > now }.min() }

    /// Records the outcome of an attempt, and returns the delivery. Does nothing if the delivery no longer exists, for example after a reset.
    @discardableResult
    mutating func record(_ attempt: Attempt, token: String, for id: String) -> Delivery? {
        guard let position = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        waiting[position].token = token
        waiting[position].attempts.append(attempt)
        var delivery = waiting[position]
        keep(delivery)
        if attempt.status == 200 || delivery.attempts.count >= delivery.retryAt.count {
            waiting.remove(at: position)
            finish(&delivery, attempt.status == 200 ? .delivered : .failed)
        }
        return delivery
    }

    mutating func clearLog() {
        finished = []
        dropped = 0
    }

    private mutating func wait(_ delivery: Delivery) {
        waiting.append(delivery)
        keep(delivery)
        guard waiting.count > Self.capacity else { return }
        unkeep(waiting.removeFirst())
        dropped += 1
    }

    private mutating func keep(_ delivery: Delivery) {
        var kept = delivery
        kept.token = nil
        self.kept[delivery.number] = kept
    }

    private mutating func unkeep(_ delivery: Delivery) {
        kept[delivery.number] = nil
    }

    private mutating func finish(_ delivery: inout Delivery, _ standing: Standing) {
        unkeep(delivery)
        delivery.standing = standing
        finished.append(delivery)
        guard finished.count > Self.capacity else { return }
        finished.removeFirst()
        dropped += 1
    }
}
