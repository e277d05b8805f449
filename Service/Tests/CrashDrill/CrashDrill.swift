import Foundation
import Logging
import SignInFlows
import SignInServer

/// `crash-drill CONFIGURATION POINT`: the service, which ends itself with SIGKILL when a sign-in reaches the point.
@main
struct CrashDrill {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let point = CrashPoint(rawValue: arguments[2]) else {
            FileHandle.standardError.write(Data("usage: crash-drill CONFIGURATION POINT\n".utf8))
            exit(2)
        }
        let json = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
        let settings = try ServerConfiguration(
            json: [UInt8](json), directory: URL(fileURLWithPath: arguments[1]).deletingLastPathComponent().path)
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        try await ServiceComposition(settings, logger: Logger(label: "crash-drill"), seams: point.seams).run()
    }
}
