package import NIOCore

/// An HTTP/1.1 connection as a value: it hears what the peer sends and when an answer has left, and says what to do. It
/// does nothing itself, so every order of events can be tried without a socket.
///
/// Requests are answered one at a time. HTTP/1.1 lets a client pipeline requests (RFC 9112 §9.3.2), but hardly any
/// client does. One that sends a hundred requests and reads no answer would make the service do useless work and hold
/// the answers in memory.
package struct ConnectionState: Sendable {
    /// What a peer sends, in order.
    package enum Event: Sendable {
        case head(ReceivedHead)
        case body(ByteBuffer)
        case end
        /// The bytes are no request, or break off within one.
        case unreadable
        /// The head exceeds the parser's limits.
        case oversizedHead
        /// The peer sends no more.
        case inputClosed
        /// The connection failed.
        case failed
    }

    /// The content of a request that is to be answered.
    package enum Content: Sendable, Equatable {
        case whole(ByteBuffer)
        /// It has not all arrived. ``Action/deliver(_:)`` follows, unless the answer comes first.
        case pending
        /// It broke off, or its framing is invalid.
        case broken
    }

    package enum Action: Sendable {
        /// Answer a request.
        case start(ReceivedHead, Content)
        /// Pass the content to the request that waits for it.
        case deliver(Content)
        /// Answer 400 to what is no request.
        case refuse
        /// Close the output. The peer closes its side when it has read the last answer.
        case finish
        /// Close the connection.
        case close
    }

    /// The largest content that any route accepts. A larger one is passed on as soon as it exceeds this, and refused by
    /// its route. The rest is discarded.
    package static let largestContent = 65_536
    /// A client that exceeds a route's limit a little can still read the refusal. Beyond this, the connection closes.
    package static let largestBody = 1 << 20
    /// A single read from the socket may contain several requests. The connection closes if they exceed these limits.
    package static let mostHeldRequests = 32
    package static let mostHeldBytes = 262_144

    private enum Phase {
        case betweenRequests
        /// The head has arrived, the end has not.
        case arriving
        /// The whole request has arrived and is being answered.
        case answering
    }

    private var phase = Phase.betweenRequests
    /// The head of a request that has not been started.
    private var head: ReceivedHead?
    private var content = ByteBuffer()
    private var received = 0
    /// Whether the content was handed over, or is needed no more.
    private var isContentSettled = false
    /// Whether the client waits for `100 Continue` and has sent no content.
    private var isContentHeld = false
    private var hasAnswerLeft = false
    private var isLast = false
    private var isEnding = false
    /// Whether the last answer has left. What follows is ignored.
    package private(set) var isOver = false

    private var held = CircularBuffer<Event>(initialCapacity: 0)
    private var heldRequests = 0
    private var heldBytes = 0

    /// The state of a connection that begins.
    package init() {}

    /// Whether the content of a request is arriving.
    package var isContentArriving: Bool { phase == .arriving && !isOver }
    /// Whether a whole request is being answered, so that the peer has to send nothing.
    package var isAnswering: Bool { phase == .answering && !isOver }
    /// Whether something waits for the answer of the request before it. Then nothing more should be read.
    package var isHolding: Bool { !held.isEmpty && !isOver }
    /// Whether the answer is the last one on the connection.
    package var isLastAnswer: Bool { isLast || isEnding || isContentHeld }

    /// Takes what the peer has sent, or holds it until the answer before has left.
    package mutating func hear(_ event: Event) -> Action? {
        guard !isOver else { return nil }
        return isAnswering || !held.isEmpty ? hold(event) : take(event)
    }

    /// Everything that one read brought has been heard. Most requests arrive whole. Another one is started without the
    /// rest of its content, so that a refusal does not have to wait for it.
    package mutating func endRead() -> Action? {
        guard let head else { return nil }
        self.head = nil
        return .start(head, .pending)
    }

    /// Whether to send `100 Continue` now that somebody reads the content of a request.
    package mutating func asksForContent() -> Bool {
        guard isContentArriving, isContentHeld else { return false }
        isContentHeld = false
        return true
    }

    /// An answer can be followed by no other one, for a reason that is not in the request.
    package mutating func endWithAnswer() {
        isLast = true
    }

    /// The system has taken a whole answer. An answer before the end of its request is a refusal.
    package mutating func answerHasLeft() -> [Action] {
        guard !isOver else { return [] }
        guard !isLastAnswer else { return [finish()] }
        hasAnswerLeft = true
        isContentSettled = true
        (head, content) = (nil, ByteBuffer())
        guard phase == .answering else { return [] }
        startAnew()
        return release()
    }

    /// The server shuts down: the request under way is the last one.
    package mutating func endSoon() -> Action? {
        isEnding = true
        return phase == .betweenRequests || hasAnswerLeft || isOver ? finish() : nil
    }

    /// The connection failed, or an answer broke off.
    package mutating func fail() -> Action {
        end()
        return .close
    }
}

extension ConnectionState {
    private mutating func take(_ event: Event) -> Action? {
        switch event {
        case .head(let head): return begin(head)
        case .body(let bytes): return add(bytes)
        case .end: return endRequest()
        case .unreadable: return breakOff()
        case .oversizedHead: return phase == .betweenRequests ? startOversized() : breakOff()
        case .inputClosed: return phase == .betweenRequests ? finish() : breakOff()
        case .failed: return fail()
        }
    }

    private mutating func begin(_ head: ReceivedHead) -> Action? {
        phase = .arriving
        self.head = head
        (content, received, isContentSettled) = (ByteBuffer(), 0, false)
        (isLast, isContentHeld, hasAnswerLeft) = (head.isLast, head.holdsContent, false)
        return nil
    }

    private mutating func add(_ bytes: ByteBuffer) -> Action? {
        guard phase == .arriving else { return nil }
        isContentHeld = false
        received += bytes.readableBytes
        guard received <= Self.largestBody else { return fail() }
        guard !isContentSettled else { return nil }
        if content.readableBytes == 0 { content = bytes } else { content.writeImmutableBuffer(bytes) }
        return content.readableBytes > Self.largestContent ? settle(.whole(content)) : nil
    }

    private mutating func endRequest() -> Action? {
        guard phase == .arriving else { return nil }
        isContentHeld = false
        phase = .answering
        let action = isContentSettled ? nil : settle(.whole(content))
        if hasAnswerLeft { startAnew() }
        return action
    }

    /// Hands the content over, with the request if that has not been started.
    private mutating func settle(_ content: Content) -> Action {
        isContentSettled = true
        self.content = ByteBuffer()
        guard let head else { return .deliver(content) }
        self.head = nil
        return .start(head, content)
    }

    /// Nothing that follows can be understood. A request that has begun is answered, everything else is refused.
    private mutating func breakOff() -> Action? {
        isLast = true
        isContentHeld = false
        let wasArriving = phase == .arriving
        guard !hasAnswerLeft else { return finish() }
        phase = .answering
        guard wasArriving else { return .refuse }
        return isContentSettled ? nil : settle(.broken)
    }

    private mutating func startOversized() -> Action {
        phase = .answering
        (isLast, isContentSettled, hasAnswerLeft) = (true, true, false)
        return .start(.oversized, .whole(ByteBuffer()))
    }

    private mutating func startAnew() {
        (phase, hasAnswerLeft) = (.betweenRequests, false)
    }

    private mutating func finish() -> Action {
        end()
        return isEnding ? .close : .finish
    }

    private mutating func end() {
        isOver = true
        (head, content) = (nil, ByteBuffer())
        held.removeAll()
        (heldRequests, heldBytes) = (0, 0)
    }

    private mutating func hold(_ event: Event) -> Action? {
        switch event {
        case .head: heldRequests += 1
        case .body(let bytes): heldBytes += bytes.readableBytes
        case .end, .unreadable, .oversizedHead, .inputClosed, .failed: break
        }
        guard heldRequests <= Self.mostHeldRequests, heldBytes <= Self.mostHeldBytes else { return fail() }
        held.append(event)
        return nil
    }

    /// Takes what was held, until another whole request has to be answered.
    private mutating func release() -> [Action] {
        var actions: [Action] = []
        while !isAnswering, let event = held.popFirst() {
            switch event {
            case .head: heldRequests -= 1
            case .body(let bytes): heldBytes -= bytes.readableBytes
            case .end, .unreadable, .oversizedHead, .inputClosed, .failed: break
            }
            if let action = take(event) { actions.append(action) }
        }
        if let action = endRead() { actions.append(action) }
        return actions
    }
}
