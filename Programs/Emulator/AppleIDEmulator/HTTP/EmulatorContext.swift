import Hummingbird
import NIOCore
import NIOHTTP1

/// The context of a request, with its connection, which faults may close.
struct EmulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Closes the connection. A later response is never sent.
    func hangUp() async { try? await channel.close() }

    /// Writes the beginning of a response head. It bypasses the encoder, which writes only complete heads.
    func writeHalfHead(of answer: Answer) async {
        let text = "HTTP/1.1 \(answer.status.code) \(answer.status.reasonPhrase)\r\nContent-Type: applicat"
        try? await channel.eventLoop.submit { [channel] in
            let encoder = try channel.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
            encoder.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer(string: text))), promise: nil)
        }.get()
    }
}
