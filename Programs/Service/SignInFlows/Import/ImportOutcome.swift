/// The result of importing one line.
package struct ImportOutcome: Sendable, Equatable {
    /// What the import of a line can result in.
    package enum Result: Sendable, Equatable {
        /// An account was created.
        case made
        /// The user exists and the line has nothing new.
        case unchanged
        /// The user exists and these members differ. Nothing was overwritten.
        case conflict([String])
        /// The line was refused.
        case refused(ImportRefusal)
    }

    /// The line number, counted from 1.
    package let line: Int
    /// The user's external id, if it could be read.
    package let externalID: String?
    /// The result.
    package let result: Result
    /// The values of the line by which nobody can ever be recognised. Hashes are examined in a dry run only.
    package let doubts: [ImportDoubt]
}
