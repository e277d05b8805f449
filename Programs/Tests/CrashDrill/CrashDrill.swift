import Foundation
import Logging
import ServiceAssembly
import SignInFlows
import SignInServer

/// `crash-drill CONFIGURATION POINT` runs the service, which kills itself (SIGKILL) when a sign-in reaches the point.
///
/// With `hasty` instead of a point, it runs the service with an SQLite file that does not wait for the disk. A test
/// uses this to prove that it would detect the loss. With `later SECONDS`, its clock is that much ahead, for tests over
/// several days.
@main
struct CrashDrill {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 2 else { usage() }
        let json = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
        let settings = try ServerConfiguration(
            json: [UInt8](json), directory: URL(fileURLWithPath: arguments[1]).deletingLastPathComponent().path)
        guard let seams = Self.seams(Array(arguments.dropFirst(2)), settings) else { usage() }
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        try await ServiceComposition(settings, logger: Logger(label: "crash-drill"), seams: seams).run()
    }

    private static func seams(_ words: [String], _ settings: ServerConfiguration) -> ServiceSeams? {
        if words.count == 2, words[0] == "later", let seconds = TimeInterval(words[1]) {
            var seams = ServiceSeams()
            seams.now = { Date().addingTimeInterval(seconds) }
            return seams
        }
        guard words.count == 1 else { return nil }
        return words[0] == "hasty" ? .hasty(settings) : CrashPoint(rawValue: words[0])?.seams
    }

    private static func usage() -> Never {
        FileHandle.standardError.write(Data("usage: crash-drill CONFIGURATION POINT|hasty|later SECONDS\n".utf8))
        exit(2)
    }
}
