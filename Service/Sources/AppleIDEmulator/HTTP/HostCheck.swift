import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Answers 400 to a request with two hosts, and to one of HTTP/1.1 with none (RFC 9112 section 3.2), as any server on the
/// way to Apple does.
struct HostCheck: RouterMiddleware {
    private static let host = HTTPField.Name("Host")

    @concurrent func handle(
        _ request: Request, context: EmulatorContext,
        next: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        // The first `Host` is the authority; a second one is still among the fields.
        guard request.head.authority != nil, let host = Self.host, !request.headers.contains(host) else {
            return Response(status: .badRequest)
        }
        return try await next(request, context)
    }
}

/// Gives a request of HTTP/1.0, which needs no `Host`, an empty one: behind the codec the version is gone.
final class HostOfOlderRequests: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), (head.version.major, head.version.minor) < (1, 1),
            !head.headers.contains(name: "host")
        else { return context.fireChannelRead(data) }
        head.headers.add(name: "host", value: "")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}

/// Brings ``HostOfOlderRequests`` in front of the codec, where the server has no place for handlers.
final class InFrontOfTheCodec: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        // It cannot fail where the codec was just found.
        try? pipeline.addHandler(HostOfOlderRequests(), position: .before(codec))
    }
}
