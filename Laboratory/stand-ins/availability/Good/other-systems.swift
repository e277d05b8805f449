// What only other systems compile may be newer than Apple's.
#if canImport(Darwin)
    import Foundation
#else
    import Synchronization

    final class Guarded: Sendable {
        private let value = Mutex(0)
    }
#endif
