// swift-tools-version: 6.2
// Fuzzing with libFuzzer. It is a package of its own, so that other builds skip it. Scripts/fuzz builds and runs it.
// With SIWA_FUZZ=1, the package in the parent folder instruments the library.
import PackageDescription

let library = "sign-in-with-apple"

let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: library, path: "..")
    ],
    targets: [
        .target(name: "CLibFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CLibFuzzer",
                .product(name: "JSONWebTokens", package: library),
                .product(name: "SignInWithApple", package: library),
                .product(name: "TokenTestSupport", package: library),
            ]),
    ],
    swiftLanguageModes: [.v6])

for target in package.targets where target.name != "CLibFuzzer" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .unsafeFlags(["-O", "-sanitize=fuzzer", "-enable-testing"]),
    ]
}
