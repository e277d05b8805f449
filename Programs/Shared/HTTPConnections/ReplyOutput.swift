import HTTPTypes
import NIOCore

/// The answer that is being written, in pieces for the system.
struct ReplyOutput {
    /// Long content is sent in pieces of this size, so that each piece that the peer reads counts as progress. A short
    /// answer is one piece, head and all.
    static let piece = 16_384

    /// Most heads fit into this, so that a short answer needs one allocation.
    private static let roomForHead = 1_024

    /// The content does not have the length that the head said.
    struct LengthWrong: Error {}

    private let common: CommonFields
    /// `nil` if no answer has begun.
    private var framing: ReplyHead.Framing?
    /// What is still to be handed over.
    private var output = ByteBuffer()
    private var whoeverWaits: EventLoopPromise<Void>?

    init(_ common: CommonFields) {
        self.common = common
    }

    /// Whether the head of an answer has been written and its end has not.
    var isBegun: Bool { framing != nil }

    /// Whether more content follows, so that what there is should not wait for it.
    private var isIncomplete: Bool {
        switch framing {
        case .length(let left)?: left > 0
        case .chunked?, .untilClose?: true
        case nil, .empty?: false
        }
    }

    mutating func begin(
        _ status: HTTPResponse.Status, _ fields: HTTPFields, length: Int?, to request: ReceivedHead, isLast: Bool
    ) -> ReplyHead.Framing {
        output = ByteBuffer()
        output.reserveCapacity(Self.roomForHead + min(length ?? 0, Self.piece))
        let framing = ReplyHead.write(status, fields, to: request, isLast: isLast, common, into: &output)
        self.framing = framing
        return framing
    }

    /// Adds content. Returns the pieces that are to be sent now.
    mutating func write(_ bytes: ByteBuffer) throws -> [ByteBuffer] {
        var pieces: [ByteBuffer] = []
        switch framing {
        case nil: throw ChannelError.ioOnClosedChannel
        case .empty?: break
        case .length(let left)?:
            guard bytes.readableBytes <= left else { throw LengthWrong() }
            framing = .length(left - bytes.readableBytes)
            add(bytes, to: &pieces)
        case .untilClose?: add(bytes, to: &pieces)
        // A chunk without octets would end the content (RFC 9112 §7.1).
        case .chunked? where bytes.readableBytes == 0: break
        case .chunked?:
            output.writeString(String(bytes.readableBytes, radix: 16) + "\r\n")
            add(bytes, to: &pieces)
            output.writeStaticString("\r\n")
        }
        if isIncomplete { release(to: &pieces) }
        return pieces
    }

    private mutating func add(_ bytes: ByteBuffer, to pieces: inout [ByteBuffer]) {
        guard output.readableBytes + bytes.readableBytes > Self.piece else {
            output.writeImmutableBuffer(bytes)
            return
        }
        release(to: &pieces)
        var rest = bytes
        while rest.readableBytes > 0, let piece = rest.readSlice(length: min(Self.piece, rest.readableBytes)) {
            pieces.append(piece)
        }
    }

    private mutating func release(to pieces: inout [ByteBuffer]) {
        guard output.readableBytes > 0 else { return }
        pieces.append(output)
        output = ByteBuffer()
    }

    /// The last piece, which may be empty. Throws if content is missing.
    mutating func finish() throws -> ByteBuffer {
        switch framing {
        case nil: throw ChannelError.ioOnClosedChannel
        case .length(let left)? where left > 0: throw LengthWrong()
        case .chunked?: output.writeStaticString("0\r\n\r\n")
        case .length(_)?, .untilClose?, .empty?: break
        }
        framing = nil
        defer { output = ByteBuffer() }
        return output
    }

    /// Succeeds when the peer takes more.
    mutating func room(on loop: any EventLoop) -> EventLoopFuture<Void> {
        let promise = whoeverWaits ?? loop.makePromise(of: Void.self)
        whoeverWaits = promise
        return promise.futureResult
    }

    /// Who waits for room. The caller fulfils it, because whoever waits may call the connection.
    mutating func takeRoom() -> EventLoopPromise<Void>? {
        let promise = whoeverWaits
        whoeverWaits = nil
        return promise
    }

    /// The connection has ended. Returns who waits for room.
    mutating func end() -> EventLoopPromise<Void>? {
        (framing, output) = (nil, ByteBuffer())
        return takeRoom()
    }
}
