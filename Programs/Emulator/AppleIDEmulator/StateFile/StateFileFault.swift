import Foundation
import HTTPTypes
import PrivateFiles

/// Why the state file cannot be read or written.
struct StateFileFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What the operating system said.
    init(errno code: Int32, _ action: String) { self.init("\(action): \(String(cString: strerror(code)))") }

    /// Runs `work`, and throws its failure as one of the state file.
    static func explaining<Value>(
        _ action: String, _ work: () throws(PrivateFile.Failure) -> Value
    ) throws(StateFileFault) -> Value {
        do {
            return try work()
        } catch {
            throw error.code.map { StateFileFault(errno: $0, action) } ?? StateFileFault("\(action): \(error)")
        }
    }

    /// The answer to a request that would have changed the state.
    var answer: Answer {
        .json(
            .object([
                ("error", .string("state_not_kept")),
                ("message", .string("Nothing was changed, since the state file \(description).")),
            ]), status: .internalServerError)
    }
}
