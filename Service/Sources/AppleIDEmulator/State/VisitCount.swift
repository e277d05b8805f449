import Synchronization

/// How many people, consents, tokens and codes were looked at one by one. With a thousand people loaded, a sign-in must look
/// at no more of them than with three; tests hold the emulator to it.
final class VisitCount: Sendable {
    private let visits = Atomic<Int>(0)

    var current: Int { visits.load(ordering: .relaxed) }

    func add(_ count: Int) { visits.add(count, ordering: .relaxed) }
}
