// swift-tools-version: 6.2
// Fuzzing with libFuzzer. A package of its own, so that nobody builds it who does not fuzz; Scripts/fuzz builds and runs it.
// The library's sources are linked in, so that they are instrumented and the cryptography below them is not.
import PackageDescription

let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2")
    ],
    targets: [
        .target(name: "CLibFuzzer"),
        .target(
            name: "JSONWebTokens",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .target(
            name: "SignInWithApple",
            dependencies: ["JSONWebTokens", .product(name: "Crypto", package: "swift-crypto")]),
        .executableTarget(name: "fuzz", dependencies: ["CLibFuzzer", "JSONWebTokens", "SignInWithApple"]),
    ],
    swiftLanguageModes: [.v6])

for target in package.targets where target.name != "CLibFuzzer" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        // Optimised as in production, traps included, with internal declarations within reach. SwiftPM's own debug flags
        // come first, so that the cryptography is built without optimisation, in half the time.
        .unsafeFlags(["-O", "-sanitize=fuzzer", "-enable-testing"]),
    ]
}
