// Each of these resembles a fault, but is none. Floors: macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1
#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Guarded {
    let value: Mutex<Int>
}

func wait() async throws {
    if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
        try await Task.sleep(for: .seconds(1))
    }
}

func waitOrReturn() async throws {
    guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return }
    try await Task.sleep(for: .seconds(1))
}

/// One of our own types.
public struct Sheet {
    /// A nested type may have the name: `Sheet.ButtonStyle`.
    public enum ButtonStyle { case black }
}

enum ButtonTitle {}

func isMine(_ owner: UInt32, _ path: String) -> Bool {
    // Mentions UIApplication.shared only in a comment, and searches for characters instead of a text.
    guard !path.contains("\\"), !path.contains("/") else { return false }
    #if os(Windows)
        return true
    #else
        return owner == geteuid()
    #endif
}
