import Testing

@testable import siwa

@Suite struct ProgressLineTests {
    /// If a file grows while it is imported, it becomes longer than it was when measured.
    @Test(arguments: [-1, 0, 0.5, 1, 1.5, 40])
    func `draws a bar for more than there was`(_ part: Double) {
        var line = ProgressLine("lines", isWatched: true)
        line.show(part, count: 7)
    }
}
