package import HTTPTypes
package import NIOCore

/// A request for the task that answers it.
package struct ReceivedRequest: Sendable {
    /// The content of a request.
    package enum Content: Sendable {
        case whole(ByteBuffer)
        case pending(PendingContent)
    }

    package let head: HTTPRequest
    package let content: Content
}

/// The content of a request, some of which has not arrived.
package struct PendingContent: Sendable {
    /// The connection ended before the content, or the content is not needed any more.
    package struct Missing: Error {}

    let bytes: EventLoopFuture<ByteBuffer>
    let number: Int
}

/// Passes the requests of a connection to the task that answers them, one at a time.
struct RequestHandover {
    /// Counts the requests, so that nobody asks for the content of another one.
    private(set) var number = 0
    /// The request that is being answered.
    private(set) var answered: ReceivedHead?
    private var waiter: CheckedContinuation<ReceivedRequest?, Never>?
    private var ready: ReceivedRequest?
    private var content: EventLoopPromise<ByteBuffer>?
    private var hasEnded = false

    /// The next request, if it has been passed on and nobody has taken it.
    mutating func next() -> ReceivedRequest? {
        let request = ready
        ready = nil
        return request
    }

    mutating func wait(_ continuation: CheckedContinuation<ReceivedRequest?, Never>) {
        if let request = next() {
            continuation.resume(returning: request)
        } else if hasEnded {
            continuation.resume(returning: nil)
        } else {
            waiter = continuation
        }
    }

    mutating func start(_ head: ReceivedHead, _ content: ConnectionState.Content, on loop: any EventLoop) {
        number += 1
        answered = head
        switch content {
        case .whole(let bytes): pass(ReceivedRequest(head: head.request, content: .whole(bytes)))
        case .pending:
            let promise = loop.makePromise(of: ByteBuffer.self)
            self.content = promise
            pass(head, promise.futureResult)
        case .broken: pass(head, loop.makeFailedFuture(PendingContent.Missing()))
        }
    }

    private mutating func pass(_ head: ReceivedHead, _ bytes: EventLoopFuture<ByteBuffer>) {
        let content = PendingContent(bytes: bytes, number: number)
        pass(ReceivedRequest(head: head.request, content: .pending(content)))
    }

    private mutating func pass(_ request: ReceivedRequest) {
        guard let waiter else {
            ready = request
            return
        }
        self.waiter = nil
        waiter.resume(returning: request)
    }

    /// The content that the request waits for. The caller fulfils it, because whoever waits may call the connection.
    mutating func takeContent() -> EventLoopPromise<ByteBuffer>? {
        let promise = content
        content = nil
        return promise
    }

    mutating func hasBeenAnswered() {
        answered = nil
    }

    /// The connection has ended. A request that was passed on is still carried out, but cannot be answered.
    mutating func end() {
        hasEnded = true
        answered = nil
        let waiter = waiter
        self.waiter = nil
        waiter?.resume(returning: nil)
    }
}

extension EventLoopPromise<ByteBuffer> {
    func fulfil(_ content: ConnectionState.Content) {
        switch content {
        case .whole(let bytes): succeed(bytes)
        case .pending, .broken: fail(PendingContent.Missing())
        }
    }
}
