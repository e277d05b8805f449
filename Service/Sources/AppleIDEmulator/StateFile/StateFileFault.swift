import Foundation
import HTTPTypes

/// Why the state file cannot be read or written.
struct StateFileFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What the operating system said.
    init(errno code: Int32, _ action: String) { self.init("\(action): \(String(cString: strerror(code)))") }

    /// The answer to a request that would have changed the state.
    var answer: Answer {
        .json(
            .object([
                ("error", .string("state_not_kept")),
                ("message", .string("Nothing was changed, since the state file \(description).")),
            ]), status: .internalServerError)
    }
}
