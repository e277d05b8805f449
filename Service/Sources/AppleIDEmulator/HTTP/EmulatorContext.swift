import Hummingbird
import NIOCore
import NIOHTTP1

/// What comes with a request: above all its connection, which faults may break.
struct EmulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Closes the connection; whatever is answered afterwards goes nowhere.
    func hangUp() async { try? await channel.close() }

    /// Writes the beginning of an answer's head, past the encoder, which knows whole ones only.
    func writeHalfHead(of answer: Answer) async {
        let text = "HTTP/1.1 \(answer.status.code) \(answer.status.reasonPhrase)\r\nContent-Type: applicat"
        try? await channel.eventLoop.submit { [channel] in
            let encoder = try channel.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
            encoder.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer(string: text))), promise: nil)
        }.get()
    }
}
