import Testing

@testable import siwa

@Suite struct ProgressLineTests {
    /// A file that is appended to while it is imported is longer than it was when it was measured.
    @Test(arguments: [-1, 0, 0.5, 1, 1.5, 40])
    func `draws a bar for more than there was`(_ part: Double) {
        var line = ProgressLine("lines", isWatched: true)
        line.show(part, count: 7)
    }
}
