// swift-tools-version: 6.2
// Fuzzing with libFuzzer. It is a package of its own, so that other builds skip it. Scripts/fuzz builds and runs it.
// SIWA_FUZZ names the sanitizers, with which the root package instruments the library, too.
import PackageDescription

let library = "sign-in-with-apple"
let sanitizers = Context.environment["SIWA_FUZZ"] ?? "fuzzer"

let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: library, path: "../.."),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
    ],
    targets: [
        .target(name: "CLibFuzzer"),
        // HTTPConnections and RelayMail are the service's own, which Scripts/fuzz copies here.
        .target(
            name: "HTTPConnections",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
            ]),
        .target(
            name: "RelayMail",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CLibFuzzer",
                "HTTPConnections",
                "RelayMail",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
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
        .unsafeFlags(["-O", "-sanitize=\(sanitizers)", "-enable-testing"]),
    ]
}
