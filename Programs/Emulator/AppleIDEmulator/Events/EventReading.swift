/// How far one reader of the stream has come. Encodes events as server-sent events
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html).
struct EventReading: Sendable {
    /// Milliseconds after which a browser connects again.
    private static let retry = 1_000

    private let query: EventQuery
    private(set) var position: Int
    private(set) var isOver = false
    private var left: Int?

    init(_ query: EventQuery, from position: Int) {
        self.query = query
        self.position = position
        left = query.count
    }

    /// The beginning of the stream. Without `data`, it only tells a reader its position and is not an event.
    var beginning: String { "retry: \(Self.retry)\nid: \(position)\n\n" }

    /// The next part of the stream. Nil once the reader has everything so far.
    mutating func next(in events: EventFeed) -> String? {
        while !isOver {
            let batch = events.events(after: position)
            guard batch.missed > 0 || !batch.events.isEmpty else { return nil }
            let text = take(batch)
            if !text.isEmpty { return text }
        }
        return nil
    }

    /// Encodes what the reader wants of a batch, and moves on. A reader that was too slow learns how much it missed.
    mutating func take(_ batch: EventFeed.Batch) -> String {
        var text = ""
        if batch.missed > 0 {
            position = batch.first - 1
            let missed = OrderedJSON.object([("type", .string("missed")), ("missed", .integer(batch.missed))])
            text += Self.block(position, "missed", missed)
        }
        for event in batch.events where !isOver {
            position += 1
            guard query.wants(event) else { continue }
            text += Self.block(position, event.type.rawValue, event.json(number: position))
            left = left.map { $0 - 1 }
            isOver = left == 0 || event.type == query.until
        }
        return text
    }

    private static func block(_ number: Int, _ type: String, _ data: OrderedJSON) -> String {
        "id: \(number)\nevent: \(type)\ndata: \(data.text)\n\n"
    }
}
