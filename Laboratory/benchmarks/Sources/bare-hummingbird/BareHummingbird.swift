import Foundation
import Hummingbird
import Logging

/// A Hummingbird application with one fixed route. It shows what the framework alone costs, for goals P16 and P20.
@main
enum BareHummingbird {
    static func main() async throws {
        let router = Router()
        router.get("/health/live") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"status":"live"}"#)))
        }
        var logger = Logger(label: "bare-hummingbird")
        logger.logLevel = .error
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                // The project's programs announce their address in this form.
                print(#"{"base_url": "http://127.0.0.1:\#(channel.localAddress?.port ?? 0)"}"#)
                fflush(nil)
            },
            logger: logger)
        try await application.runService()
    }
}
