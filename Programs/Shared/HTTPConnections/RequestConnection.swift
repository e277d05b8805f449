import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Carries out on a channel what ``ConnectionState`` decides: it passes on requests, writes answers and closes.
///
/// It stands directly behind the parser and writes octets itself, because every further handler would cost a wrapped
/// and unwrapped part for each part of a request.
final class RequestConnection: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    /// The size of the system's send buffer. By default it would grow to megabytes. It would then use that much memory
    /// for each slow reader, and it would drain so rarely that a slow but honest reader could seem stalled for a
    /// minute.
    static let systemBuffer: ChannelOptions.Types.SocketOption.Value = 65_536

    private let times: ConnectionTimes
    private var state = ConnectionState()
    private var deadlines: ConnectionDeadlines
    private var timer: (due: NIODeadline, task: Scheduled<Void>)?
    private var context: ChannelHandlerContext?
    private var isReadWanted = false
    private var requests = RequestHandover()
    private var reply: ReplyOutput

    init(_ times: ConnectionTimes, _ common: CommonFields) {
        self.times = times
        deadlines = ConnectionDeadlines(times, at: .now())
        reply = ReplyOutput(common)
    }

    // MARK: The channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        deadlines = ConnectionDeadlines(times, at: context.eventLoop.now)
        if context.channel.isActive { begin(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        if context.channel is any SocketOptionProvider {
            context.channel.setOption(.socketOption(.so_sndbuf), value: Self.systemBuffer).whenComplete { _ in }
        }
        deadlines.restart(at: context.eventLoop.now)
        arm()
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    private func leave() {
        _ = state.fail()
        timer?.task.cancel()
        (timer, context) = (nil, nil)
        requests.end()
        requests.takeContent()?.fulfil(.broken)
        reply.end()?.fail(ChannelError.ioOnClosedChannel)
    }

    // MARK: What the peer sends

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): hear((try? ReceivedHead(head)).map(ConnectionState.Event.head) ?? .unreadable)
        case .body(let bytes): hear(.body(bytes))
        case .end: hear(.end)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let action = state.endRead() { perform(action) }
        arm()
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? HTTPParserError {
        case .headerOverflow?: hear(.oversizedHead)
        case .some: hear(.unreadable)
        case nil: hear(.failed)
        }
        arm()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            hear(.inputClosed)
        } else if event is ChannelShouldQuiesceEvent, let action = state.endSoon() {
            perform(action)
        }
        context.fireUserInboundEventTriggered(event)
        arm()
    }

    /// Pauses only while something is held, because pausing and resuming costs two system calls.
    func read(context: ChannelHandlerContext) {
        if state.isHolding { isReadWanted = true } else { context.read() }
    }

    private func hear(_ event: ConnectionState.Event) {
        guard let context else { return }
        let now = context.eventLoop.now
        if !state.isOver { deadlines.restart(at: now) }
        if let action = state.hear(event) { perform(action) }
        deadlines.note(contentArrives: state.isContentArriving, at: now)
    }

    private func perform(_ action: ConnectionState.Action) {
        guard let context else { return }
        switch action {
        case .start(let head, let content): requests.start(head, content, on: context.eventLoop)
        case .deliver(let content): requests.takeContent()?.fulfil(content)
        case .refuse: hand(ReplyHead.badRequest, isLast: true, context)
        case .finish: context.close(mode: .output, promise: nil)
        case .close: context.close(promise: nil)
        }
    }

    // MARK: Requests

    /// Resumes with the next request, or with nil when the connection has ended.
    func wait(_ continuation: CheckedContinuation<ReceivedRequest?, Never>) {
        requests.wait(continuation)
    }

    /// The next request, if nobody waits for it. The tests and the fuzzer have no task.
    func next() -> ReceivedRequest? { requests.next() }

    /// Asks the peer for the content if it waits for that.
    func ask(_ number: Int) {
        guard let context, number == requests.number, !reply.isBegun, state.asksForContent() else { return }
        context.writeAndFlush(wrapOutboundOut(ReplyHead.goOn), promise: nil)
    }

    // MARK: Answers

    /// Begins the answer. Nothing is sent before its content or its end.
    func begin(_ status: HTTPResponse.Status, _ fields: HTTPFields, length: Int?) throws {
        guard let request = requests.answered else { throw ChannelError.ioOnClosedChannel }
        let isLast = state.isLastAnswer
        let framing = reply.begin(status, fields, length: length, to: request, isLast: isLast)
        if isLast || framing == .untilClose { state.endWithAnswer() }
    }

    /// Sends content. A short answer waits for its end. The result succeeds when the peer takes more; `nil` if it does at
    /// once.
    func write(_ bytes: ByteBuffer) throws -> EventLoopFuture<Void>? {
        guard let context else { throw ChannelError.ioOnClosedChannel }
        let pieces = try reply.write(bytes)
        for piece in pieces { hand(piece, isLast: false, context) }
        if !pieces.isEmpty { context.flush() }
        return context.channel.isWritable ? nil : reply.room(on: context.eventLoop)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { reply.takeRoom()?.succeed() }
        context.fireChannelWritabilityChanged()
    }

    /// Ends the answer.
    func finish() throws {
        guard let context else { throw ChannelError.ioOnClosedChannel }
        hand(try reply.finish(), isLast: true, context)
    }

    /// Closes the connection, because an answer broke off: its peer must not take it for a whole one.
    func abort() {
        perform(state.fail())
    }

    private func hand(_ bytes: ByteBuffer, isLast: Bool, _ context: ChannelHandlerContext) {
        let promise = context.eventLoop.makePromise(of: Void.self)
        deadlines.hand(at: context.eventLoop.now)
        promise.futureResult.assumeIsolated().whenComplete { self.pieceHasLeft($0, isLast: isLast) }
        context.write(wrapOutboundOut(bytes), promise: promise)
        if isLast { context.flush() }
        arm()
    }

    private func pieceHasLeft(_ result: Result<Void, any Error>, isLast: Bool) {
        guard let context else { return }
        let now = context.eventLoop.now
        deadlines.take(at: now)
        guard isLast, case .success = result else { return }
        deadlines.restart(at: now)
        requests.hasBeenAnswered()
        requests.takeContent()?.fulfil(.broken)
        for action in state.answerHasLeft() { perform(action) }
        deadlines.note(contentArrives: state.isContentArriving, at: now)
        if isReadWanted, !state.isHolding {
            isReadWanted = false
            context.read()
        }
        arm()
    }

    // MARK: Time

    /// One timer serves many deadlines: when it fires, it looks again. To set and cancel one for each request would cost
    /// more.
    private func arm() {
        guard let context, let due = deadlines.due(awaitsPeer: !state.isAnswering),
            due < (timer?.due ?? .distantFuture)
        else { return }
        timer?.task.cancel()
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { self.look() }
        timer = (due, task)
    }

    private func look() {
        timer = nil
        guard let context else { return }
        switch deadlines.verdict(awaitsPeer: !state.isAnswering, at: context.eventLoop.now) {
        case .late?: context.close(promise: nil)
        case .stalled?: reset(context)
        case nil: arm()
        }
    }

    /// Closes at once. Without the reset, the system would keep the unread bytes and go on sending them.
    private func reset(_ context: ChannelHandlerContext) {
        if let socket = context.channel as? any SocketOptionProvider {
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in }
        }
        context.close(promise: nil)
    }
}
