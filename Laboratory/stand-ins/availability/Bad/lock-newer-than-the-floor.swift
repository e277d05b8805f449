// Reported by: newer-than-the-floor. Floors: macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1
// An `@available` attribute on one declaration does not cover the next one.
import Synchronization

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Guarded {
    let value: Mutex<Int>
}

struct Unguarded {
    let value: Mutex<Int>
}
