// swift-tools-version: 6.2
// The programs: the sign-in service, its tools, and the emulator. Their library is the package in the parent folder.
import PackageDescription

let library = "sign-in-with-apple"

let package = Package(
    name: "sign-in-service",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "siwa", targets: ["siwa"]),
        .executable(name: "apple-id-emulator", targets: ["apple-id-emulator"]),
        .library(name: "AccountStorage", targets: ["AccountStorage"]),
        .library(name: "AccountStorageConformance", targets: ["AccountStorageConformance"]),
    ],
    dependencies: [
        .package(name: library, path: "..", traits: ["ServiceLifecycle"]),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.9.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system.git", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache.git", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
    ],
    targets: [
        .target(name: "AccountStorage"),
        .target(name: "AccountStorageSQL", dependencies: ["AccountStorage"]),
        .target(
            name: "AccountStorageSQLite",
            dependencies: [
                "AccountStorageSQL", "AccountStorage", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .target(name: "AccountStorageConformance", dependencies: ["AccountStorage"]),
        .target(
            name: "PasswordHashing",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            resources: [.embedInCode("Rules/Lists")]),
        .target(
            name: "SignInFlows",
            dependencies: [
                "AccountStorage",
                "PasswordHashing",
                .product(name: "SignInWithApple", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(
            name: "SignInBackground",
            dependencies: [
                "SignInFlows",
                "AccountStorage",
                .product(name: "SignInWithApple", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "Settings",
            dependencies: [
                .product(name: "JSONWebTokens", package: library),
                .product(name: "Configuration", package: "swift-configuration"),
            ]),
        .target(
            name: "HTTPServing",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
            ]),
        .target(
            name: "SignInServer",
            dependencies: [
                "HTTPServing",
                "Settings",
                "SignInFlows",
                "PasswordHashing",
                "AccountStorage",
                .product(name: "SignInAPI", package: library),
                .product(name: "SignInWithApple", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ],
            resources: [
                .embedInCode("BrowserClient/Files"), .embedInCode("Languages/Files"), .embedInCode("Pages/Templates"),
            ]),
        .target(
            name: "AppleIDEmulator",
            dependencies: [
                "HTTPServing",
                "Settings",
                .product(name: "JSONWebTokens", package: library),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            resources: [
                .embedInCode("Buttons/Resources"), .embedInCode("Control/Resources"), .embedInCode("Pages/Templates"),
                .embedInCode("Recording/Resources"),
                .embedInCode("Script/Resources"),
            ]),
        .executableTarget(
            name: "siwa",
            dependencies: [
                "SignInServer",
                "HTTPServing",
                "Settings",
                "SignInBackground",
                "SignInFlows",
                "AccountStorage",
                "AccountStorageSQLite",
                .product(name: "SignInAPI", package: library),
                .product(name: "SignInWithApple", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "apple-id-emulator",
            dependencies: [
                "AppleIDEmulator",
                "HTTPServing",
                "Settings",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .target(
            name: "StorageSupport",
            dependencies: [
                "AccountStorage", "AccountStorageConformance", "AccountStorageSQL", "AccountStorageSQLite",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Tests/StorageSupport"),
        .testTarget(
            name: "AccountStorageTests",
            dependencies: [
                "AccountStorage", "AccountStorageConformance", "AccountStorageSQL", "AccountStorageSQLite",
                "StorageSupport",
            ]),
        .testTarget(
            name: "AccountStorageSQLiteTests",
            dependencies: [
                "AccountStorageSQLite", "AccountStorageSQL", "AccountStorage", "AccountStorageConformance",
                "StorageSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            exclude: ["GoldenSchemas"]),
        .testTarget(
            name: "PasswordHashingTests", dependencies: ["PasswordHashing"], exclude: ["Fixtures"]),
        // Symbolic links put Tests/TestDoubles into several targets. If it were a module, each of their files would
        // have to import it.
        .testTarget(
            name: "SignInFlowsTests",
            dependencies: [
                "SignInFlows", "AccountStorage", "AccountStorageSQLite", "PasswordHashing", "StorageSupport",
                .product(name: "SignInWithApple", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "SignInBackgroundTests",
            dependencies: [
                "SignInBackground", "SignInFlows", "AccountStorage", "AccountStorageSQLite", "StorageSupport",
                .product(name: "SignInWithApple", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "SignInServerTests",
            dependencies: [
                "SignInServer", "HTTPServing", "Settings", "SignInBackground", "SignInFlows", "AccountStorage",
                "AccountStorageSQLite", "PasswordHashing", "StorageSupport",
                .product(name: "SignInAPI", package: library),
                .product(name: "SignInKit", package: library),
                .product(name: "SignInWithApple", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "AppleIDEmulatorTests",
            dependencies: [
                "AppleIDEmulator", "HTTPServing", "Settings",
                .product(name: "SignInWithApple", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "SignInWithAppleTransportTests",
            dependencies: [
                .product(name: "SignInWithAppleTesting", package: library),
                .product(name: "SignInWithApple", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]),
        // The programs of Examples/, through a symbolic link, so that every build of the tests compiles them.
        .executableTarget(
            name: "verify-token",
            dependencies: [.product(name: "SignInWithApple", package: library)],
            path: "Tests/Examples/verify-token"),
        .executableTarget(
            name: "check-sessions",
            dependencies: [.product(name: "SignInWithApple", package: library)],
            path: "Tests/Examples/check-sessions"),
        .executableTarget(
            name: "sign-in-api",
            dependencies: [
                .product(name: "SignInWithApple", package: library),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            path: "Tests/Examples/sign-in-api"),
        .executableTarget(
            name: "verify-event",
            dependencies: [.product(name: "SignInWithApple", package: library)],
            path: "Tests/Examples/verify-event"),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "sign-in-api", "verify-event",
                .product(name: "SignInWithApple", package: library),
                .product(name: "SignInWithAppleTesting", package: library),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        // A `siwa serve` that kills itself at a named step. Its folder Composition is a link to that of `siwa`.
        .executableTarget(
            name: "crash-drill",
            dependencies: [
                "SignInServer", "HTTPServing", "Settings", "SignInBackground", "SignInFlows", "AccountStorage",
                "AccountStorageSQLite",
                .product(name: "SignInWithApple", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Tests/CrashDrill"),
        // An app with the client kit that kills itself at a named point of a sign-in.
        .executableTarget(
            name: "kit-drill",
            dependencies: [
                .product(name: "SignInAPI", package: library),
                .product(name: "SignInKit", package: library),
                .product(name: "SignInKitTesting", package: library),
            ],
            path: "Tests/KitDrill"),
        // Runs programs for the tests below.
        .target(
            name: "ChildPrograms",
            dependencies: [
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/ChildPrograms"),
        .testTarget(
            name: "siwaTests",
            dependencies: [
                "siwa", "apple-id-emulator", "ChildPrograms", "SignInServer", "HTTPServing", "Settings",
                "SignInBackground", "SignInFlows",
                "AccountStorage", "AccountStorageSQLite",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SignInAPI", package: library),
                .product(name: "SignInWithApple", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "siwa", "apple-id-emulator", "crash-drill", "kit-drill", "ChildPrograms",
                .product(name: "AppleIDEmulatorTesting", package: library),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "SignInAPI", package: library),
                .product(name: "SignInKit", package: library),
                .product(name: "SignInKitTesting", package: library),
                .product(name: "JSONWebTokens", package: library),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
    ],
    swiftLanguageModes: [.v6])

// PostgreSQL needs libpq and its headers, so its targets exist only on request: SIGN_IN_POSTGRESQL=1 swift build. A
// package trait would not be enough: a build of all targets also compiles those of a disabled trait
// (Documentation/decisions/0011-postgresql.md).
let withPostgreSQL = Context.environment["SIGN_IN_POSTGRESQL"] == "1"
let choosesDatabase = ["siwa", "crash-drill", "siwaTests"]
if withPostgreSQL {
    package.targets += [
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(name: "AccountStoragePostgreSQL", dependencies: ["AccountStorageSQL", "AccountStorage", "CLibPQ"]),
        .testTarget(
            name: "AccountStoragePostgreSQLTests",
            dependencies: [
                "AccountStoragePostgreSQL", "AccountStorageSQL", "AccountStorage", "AccountStorageConformance",
                "StorageSupport", "siwa", "ChildPrograms",
                .product(name: "JSONWebTokens", package: library),
            ],
            exclude: ["GoldenSchemas"]),
    ]
    for target in package.targets where choosesDatabase.contains(target.name) {
        target.dependencies.append("AccountStoragePostgreSQL")
    }
}

// bcrypt and Argon2id, for imported hashes, need libcrypt and libargon2, so they are also built only on request:
// SIGN_IN_LEGACY_PASSWORDS=1 swift build. Other builds refuse such hashes and name the algorithm.
let withLegacyPasswords = Context.environment["SIGN_IN_LEGACY_PASSWORDS"] == "1"
if withLegacyPasswords {
    package.targets += [
        .systemLibrary(name: "CCrypt", pkgConfig: "libcrypt", providers: [.apt(["libcrypt-dev"])]),
        .systemLibrary(
            name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"]), .brew(["argon2"])]),
    ]
    for target in package.targets where target.name == "PasswordHashing" {
        target.dependencies += ["CCrypt", "CArgon2"]
    }
}

// Warnings are errors only in our own builds, as in the package in the parent folder.
let strict = Context.environment["SIWA_STRICT"] == "1"
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    if strict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
    if withPostgreSQL, choosesDatabase.contains(target.name) {
        target.swiftSettings?.append(.define("PostgreSQL"))
    }
    if withLegacyPasswords, ["PasswordHashing", "PasswordHashingTests"].contains(target.name) {
        target.swiftSettings?.append(.define("LegacyPasswords"))
    }
}
