import Foundation
import Logging
import ServiceAssembly
import SignInFlows
import SignInServer

/// `crash-drill CONFIGURATION POINT` runs the service, which kills itself (SIGKILL) when a sign-in reaches the point.
///
/// With `hasty` instead of a point, it runs the service with an SQLite file that does not wait for the disk. A test
/// uses this to prove that it would detect the loss.
@main
struct CrashDrill {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let point = arguments.count == 3 ? CrashPoint(rawValue: arguments[2]) : nil
        guard arguments.count == 3, arguments[2] == "hasty" || point != nil else {
            FileHandle.standardError.write(Data("usage: crash-drill CONFIGURATION POINT|hasty\n".utf8))
            exit(2)
        }
        let json = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
        let settings = try ServerConfiguration(
            json: [UInt8](json), directory: URL(fileURLWithPath: arguments[1]).deletingLastPathComponent().path)
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        let seams = point?.seams ?? .hasty(settings)
        try await ServiceComposition(settings, logger: Logger(label: "crash-drill"), seams: seams).run()
    }
}
