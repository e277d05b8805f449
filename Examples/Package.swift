// swift-tools-version: 6.2
// Small programs that use the library. They are a package of their own, so that users of the library do not build them.
import PackageDescription

let library = "sign-in-with-apple"

let package = Package(
    name: "examples",
    platforms: [.macOS(.v14)],
    // For the service's package, which tests the examples with what it has built.
    products: [
        .executable(name: "verify-token", targets: ["verify-token"]),
        .executable(name: "check-sessions", targets: ["check-sessions"]),
        .executable(name: "sign-in-api", targets: ["sign-in-api"]),
        .executable(name: "verify-event", targets: ["verify-event"]),
        .executable(name: "any-backend", targets: ["any-backend"]),
        .executable(name: "desktop-sign-in", targets: ["desktop-sign-in"]),
        .library(name: "SignInAPIExample", targets: ["SignInAPIExample"]),
        .library(name: "VerifyEventExample", targets: ["VerifyEventExample"]),
    ],
    dependencies: [
        .package(name: library, path: "..", traits: ["ServiceLifecycle"]),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.9.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "verify-token",
            dependencies: [.product(name: "SignInWithApple", package: library)]),
        .executableTarget(
            name: "check-sessions",
            dependencies: [.product(name: "SignInWithApple", package: library)]),
        // A program is an executable without code that could be tested, and a library, because tests of another package
        // link no executable.
        .target(
            name: "SignInAPIExample",
            dependencies: [
                .product(name: "SignInWithApple", package: library),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            path: "Sources/sign-in-api",
            exclude: ["SignInProgram.swift"]),
        .executableTarget(
            name: "sign-in-api",
            dependencies: [
                "SignInAPIExample",
                .product(name: "SignInWithApple", package: library),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["SignInMemory.swift", "Observability.swift", "SignInRoutes.swift"],
            sources: ["SignInProgram.swift"]),
        .executableTarget(
            name: "any-backend",
            dependencies: [
                .product(name: "SignInKit", package: library),
                .product(name: "SignInKitTesting", package: library),
            ]),
        .executableTarget(
            name: "desktop-sign-in",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")]),
        .target(
            name: "VerifyEventExample",
            dependencies: [.product(name: "SignInWithApple", package: library)],
            path: "Sources/verify-event",
            exclude: ["VerifyEvent.swift"]),
        .executableTarget(
            name: "verify-event",
            dependencies: [
                "VerifyEventExample",
                .product(name: "SignInWithApple", package: library),
            ],
            exclude: ["EventHandler.swift"],
            sources: ["VerifyEvent.swift"]),
    ],
    swiftLanguageModes: [.v6])

// Warnings are errors only in our own builds, as in the package in the parent folder.
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
