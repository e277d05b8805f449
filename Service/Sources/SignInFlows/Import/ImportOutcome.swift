/// What became of one line.
package struct ImportOutcome: Sendable, Equatable {
    /// What became of it.
    package enum Result: Sendable, Equatable {
        /// An account was made.
        case made
        /// It tells nothing new.
        case unchanged
        /// The user is there, and these members differ; nothing was overwritten.
        case conflict([String])
        /// Nothing was made of it.
        case refused(ImportRefusal)
    }

    /// Counted from 1.
    package let line: Int
    /// The user's name in the app's own system, where it could be read.
    package let externalID: String?
    /// What became of it.
    package let result: Result
    /// Why no password will ever fit the line's hash, as a stable word; only a dry run looks.
    package let hashCause: String?
}
