import ArgumentParser
import Foundation

/// The option `--now`: one time for everything that a command does.
struct Clock: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The current time to assume (seconds since 1970), for every clock.", valueName: "seconds"))
    var now: Double?

    func validate() throws {
        guard let now else { return }
        guard now.isFinite, abs(now) < 1e12 else { throw ValidationError("--now must be a time in seconds since 1970") }
    }

    /// The time to use.
    var date: Date {
        now.map { Date(timeIntervalSince1970: $0) } ?? Date()
    }
}
