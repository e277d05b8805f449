// Each of these resembles a fault and is none. Floors: macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1
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

/// A type of ours.
public struct Sheet {
    /// Inside it the name is free: `Sheet.ButtonStyle`.
    public enum ButtonStyle { case black }
}

enum ButtonTitle {}

func isMine(_ owner: UInt32, _ path: String) -> Bool {
    // Not UIApplication.shared, and a character is no text.
    guard !path.contains("\\"), !path.contains("/") else { return false }
    #if os(Windows)
        return true
    #else
        return owner == geteuid()
    #endif
}
