import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// `GET /_emulator/events`: everything that happens, as server-sent events.
struct EventControl: Sendable {
    static let path = "/_emulator/events"
    private static let lastEventID = HTTPField.Name("Last-Event-ID")

    let state: EmulatorState

    func stream(_ request: Request) throws -> Answer {
        let query = try EventQuery(
            request.uri.query ?? "", lastEventID: Self.lastEventID.flatMap { request.headers[$0] })
        // known before the reader gets the head, so that what the reader does next is part of the stream
        let last = state.events.last
        let since = query.since ?? last
        let reading = EventReading(query, from: since <= last ? since : 0)
        let events = state.events
        // the connection ends with the stream, so that no client sends another request over it
        var answer = Answer(
            headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("Connection", "close")])
        answer.stream = ResponseBody { writer in
            try await writer.write(ByteBuffer(string: reading.beginning))
            let (wakeUps, end) = events.broadcast.listen()
            // otherwise, a client's disconnection would go unnoticed until the next event
            try await request.body.consumeWithInboundCloseHandler { _ in
                var reading = reading
                for await _ in wakeUps.cancelOnGracefulShutdown() {
                    // the writer waits for a slow reader; requests do not, since the feed drops old events
                    while let text = reading.next(in: events) { try await writer.write(ByteBuffer(string: text)) }
                    if reading.isOver || !query.waits { break }
                }
            } onInboundClosed: {
                end()
            }
            end()
            try await writer.finish(nil)
        }
        return answer
    }
}
