// swift-tools-version: 6.2
// What other packages import: the library, the client kit, and what their tests need. The programs are in Programs/.
import PackageDescription

let calling: TargetDependencyCondition? = .when(traits: ["AsyncHTTPClient"])

let package = Package(
    name: "sign-in-with-apple",
    defaultLocalization: "en",
    platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "SignInWithApple", targets: ["SignInWithApple"]),
        .library(name: "SignInWithAppleTesting", targets: ["SignInWithAppleTesting"]),
        .library(name: "SignInKit", targets: ["SignInKit"]),
        .library(name: "SignInKitTesting", targets: ["SignInKitTesting"]),
        .library(name: "AppleIDEmulatorTesting", targets: ["AppleIDEmulatorTesting"]),
        // Not stable. They are products because the package in Programs/ imports them (Documentation/stability.md).
        .library(name: "JSONWebTokens", targets: ["JSONWebTokens"]),
        .library(name: "SignInAPI", targets: ["SignInAPI"]),
    ],
    // Traits are off by default, so that an app with SignInKit resolves only swift-crypto (decision 0023).
    traits: [
        .trait(
            name: "AsyncHTTPClient",
            description: "SignInWithApple calls Apple through AsyncHTTPClient, for servers."),
        .trait(
            name: "ServiceLifecycle",
            description: "SignInWithApple keeps Apple's keys fresh in a service of swift-service-lifecycle.",
            enabledTraits: ["AsyncHTTPClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "JSONWebTokens",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .target(
            name: "SignInWithApple",
            dependencies: [
                "JSONWebTokens", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: calling),
                .product(name: "NIOCore", package: "swift-nio", condition: calling),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: calling),
                .product(name: "NIOPosix", package: "swift-nio", condition: calling),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: calling),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
            ]),
        // For the tests of the library's users. Production code never links it.
        .target(
            name: "SignInWithAppleTesting",
            dependencies: ["SignInWithApple", "JSONWebTokens", .product(name: "Crypto", package: "swift-crypto")]),
        .target(name: "SignInAPI"),
        // The client for apps. Its uses of Apple's frameworks are inside `#if canImport`.
        .target(
            name: "SignInKit",
            dependencies: [
                "SignInAPI",
                // Apple's platforms have CryptoKit instead.
                .product(
                    name: "Crypto", package: "swift-crypto",
                    condition: .when(platforms: [.linux, .android, .windows, .wasi])),
            ],
            resources: [.process("Resources")]),
        // For the previews and tests of apps. A released app never links it.
        .target(name: "SignInKitTesting", dependencies: ["SignInKit", "SignInAPI"]),
        // A trait for Swift Testing, so only for test targets.
        .target(name: "AppleIDEmulatorTesting"),
        .target(name: "TokenTestSupport", dependencies: ["JSONWebTokens"], path: "Tests/TokenTestSupport"),
        .testTarget(
            name: "JSONWebTokensTests",
            dependencies: ["JSONWebTokens", "TokenTestSupport", .product(name: "Crypto", package: "swift-crypto")]),
        .testTarget(
            name: "SignInWithAppleTests",
            dependencies: ["SignInWithApple", "SignInWithAppleTesting", "JSONWebTokens"]),
        .testTarget(
            name: "SignInKitTests",
            dependencies: ["SignInKit", "SignInAPI", .product(name: "Crypto", package: "swift-crypto")]),
        .testTarget(name: "SignInKitTestingTests", dependencies: ["SignInKitTesting", "SignInKit", "SignInAPI"]),
        // Compiles the code of the guides, with only the public interface.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "SignInWithApple", "SignInWithAppleTesting",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: calling),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
    ],
    swiftLanguageModes: [.v6])

// Warnings are errors only in our own builds, which set SIWA_STRICT=1. Elsewhere, Xcode 26 and the new build system
// pass `-suppress-warnings` to dependencies, which contradicts it
// (https://github.com/swiftlang/swift-package-manager/issues/9517).
let strict = Context.environment["SIWA_STRICT"] == "1"
for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    if strict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}

// Laboratory/fuzzing needs the library instrumented and the cryptography not. Our targets are optimised as in production, traps
// included. These flags override SwiftPM's debug flags only for them, so that the cryptography builds in half the time.
if let sanitizers = Context.environment["SIWA_FUZZ"] {
    package.products.append(.library(name: "TokenTestSupport", targets: ["TokenTestSupport"]))
    for target in package.targets {
        target.swiftSettings?.append(.unsafeFlags(["-O", "-sanitize=\(sanitizers)", "-enable-testing"]))
    }
}
