/// How a `PostgreSQLAccountDatabase` is opened and run.
package struct PostgreSQLOptions: Sendable {
    /// Whether a database without our tables gets them; otherwise it is refused, so that a lost one is not replaced.
    package var createIfMissing = false
    /// Whether an older schema is brought up to date; otherwise it is refused.
    package var migratesOnOpening = true
    /// How many connections this process opens at most, each with a thread. They are opened when they are needed.
    package var connections = 10
    /// How many transactions may wait for a connection; one more gets `unavailable`.
    package var queueLimit = 1024
    /// How long a transaction waits for a connection, in seconds, before it gets `unavailable`.
    ///
    /// Together with `statementTimeout` less than five seconds, so that nobody hangs on a server that is too slow.
    package var waitLimit: Double = 2
    /// How often a body runs that meets others at the same rows, before it gets `unavailable`.
    package var attemptLimit = 60
    /// How long the server works on one statement, waiting for others included, in seconds; and for how long a body
    /// that meets others is run again.
    package var statementTimeout: Double = 2.5

    /// The defaults: an existing database, brought up to date.
    package init() {}
}
