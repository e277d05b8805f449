// swift-tools-version: 6.2
// Fuzzing with libFuzzer. It is a package of its own, so that other builds skip it. Scripts/fuzz builds and runs it.
// Symbolic links make the library's sources part of it, so that they are instrumented and the cryptography is not.
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
        // Our targets are optimised as in production, traps included, and internal declarations are accessible. These
        // flags override SwiftPM's debug flags only here: the cryptography is not optimised, and so builds in half the
        // time.
        .unsafeFlags(["-O", "-sanitize=fuzzer", "-enable-testing"]),
    ]
}
