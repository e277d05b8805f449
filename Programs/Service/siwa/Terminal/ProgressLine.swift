import Foundation

/// Shows progress: a bar that is redrawn on a terminal, otherwise a line at every tenth.
struct ProgressLine {
    private let what: String
    private let isWatched: Bool
    private let started = ContinuousClock.now
    private let startedAt: Double
    private var drawnAt: ContinuousClock.Instant?
    private var tenth: Int

    /// - Parameters:
    ///   - what: what is being counted.
    ///   - start: the fraction that is already done, from 0 to 1.
    init(_ what: String, from start: Double = 0, isWatched: Bool = isatty(2) == 1) {
        self.what = what
        self.isWatched = isWatched
        startedAt = start
        tenth = Int(start * 10)
    }

    /// Shows that a fraction is done. It is capped at 1, because a file may have grown since it was measured.
    mutating func show(_ done: Double, count: Int) {
        let part = min(max(done, 0), 1)
        let now = ContinuousClock.now
        if isWatched {
            guard part >= 1 || drawnAt.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
            drawnAt = now
            let text = "\r\u{1B}[2K" + bar(part) + "  " + words(part, count, at: now) + (part >= 1 ? "\n" : "")
            FileHandle.standardError.write(Data(text.utf8))
        } else if Int(part * 10) > tenth {
            tenth = Int(part * 10)
            Output.remark(words(part, count, at: now))
        }
    }

    private func bar(_ part: Double) -> String {
        let full = Int((part * 30).rounded(.down))
        return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: 30 - full) + "]"
    }

    private func words(_ part: Double, _ count: Int, at now: ContinuousClock.Instant) -> String {
        let seconds = (now - started) / .seconds(1)
        let rest = part > startedAt ? seconds * (1 - part) / (part - startedAt) : 0
        return "\(Int(part * 100)) %  \(count) \(what)" + (part < 1 ? "  \(Self.duration(rest)) left" : "")
    }

    /// A duration in seconds or minutes, for people.
    static func duration(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        return whole < 120 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
    }
}
