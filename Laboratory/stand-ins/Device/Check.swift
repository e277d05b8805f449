import Foundation

/// The expectations of a scenario. This is a separate program instead of a test bundle, because it is compiled without
/// the package manager: the modules of one package see each other, so the stand-ins would be visible where Apple's
/// frameworks are not.
@MainActor
enum Check {
    static var failures = 0
    private static var current = ""

    static func scenario(_ name: String, _ body: () async throws -> Void) async {
        current = name
        let before = failures
        do { try await body() } catch { fail("threw \(error)") }
        say("  \(failures == before ? "passed" : "FAILED")  \(name)")
    }

    static func expect(_ condition: Bool, _ what: String, line: Int = #line) {
        if !condition { fail("line \(line): \(what)") }
    }

    /// Writes immediately, even if the output is not a terminal.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    private static func fail(_ what: String) {
        failures += 1
        say("    \(current): \(what)")
    }
}
