/// Tasks that end with their owner.
final class Following: Sendable {
    private let tasks: [Task<Void, Never>]

    init(_ tasks: [Task<Void, Never>]) { self.tasks = tasks }

    deinit { for task in tasks { task.cancel() } }
}
