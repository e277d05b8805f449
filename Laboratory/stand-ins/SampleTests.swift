import Testing

/// Runs the tests that are linked into this program, as `swift test` does. The package manager cannot run them, because
/// the modules of one build folder see each other, and `canImport` would find the stand-ins everywhere.
@main
struct SampleTests {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
