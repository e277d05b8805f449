import Synchronization

/// Counts the people, consents, tokens and codes that were visited one by one. Tests check that a sign-in visits no
/// more of them with a thousand people than with three.
final class VisitCount: Sendable {
    private let visits = Atomic<Int>(0)

    var current: Int { visits.load(ordering: .relaxed) }

    func add(_ count: Int) { visits.add(count, ordering: .relaxed) }
}
