// swift-tools-version: 6.2
// The programs: the sign-in service, its tools, and the emulator. Their library is the package in the parent folder.
import PackageDescription

// What most targets use of other packages.
func library(_ name: String) -> Target.Dependency { product(name, of: "sign-in-with-apple") }
func example(_ name: String) -> Target.Dependency { product(name, of: "examples") }
func nio(_ name: String) -> Target.Dependency { product(name, of: "swift-nio") }
func nioExtras(_ name: String) -> Target.Dependency { product(name, of: "swift-nio-extras") }
func hummingbird(_ name: String) -> Target.Dependency { product(name, of: "hummingbird") }
func grdb(_ name: String) -> Target.Dependency { product(name, of: "GRDB.swift") }
func product(_ name: String, of package: String) -> Target.Dependency { .product(name: name, package: package) }

let argumentParser = product("ArgumentParser", of: "swift-argument-parser")
let asyncHTTPClient = product("AsyncHTTPClient", of: "async-http-client")
let crypto = product("Crypto", of: "swift-crypto")
let hashTrees = product("HashTreeCollections", of: "swift-collections")
let httpTypes = product("HTTPTypes", of: "swift-http-types")
let lifecycle = product("ServiceLifecycle", of: "swift-service-lifecycle")
let logging = product("Logging", of: "swift-log")
let unixSignals = product("UnixSignals", of: "swift-service-lifecycle")

let package = Package(
    name: "sign-in-service",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "siwa", targets: ["siwa"]),
        .executable(name: "apple-id-emulator", targets: ["apple-id-emulator"]),
        .library(name: "AccountStorage", targets: ["AccountStorage"]),
        .library(name: "AccountStorageConformance", targets: ["AccountStorageConformance"]),
        // Runs programs for the tests and for Laboratory/benchmarks.
        .library(name: "ChildPrograms", targets: ["ChildPrograms"]),
    ],
    dependencies: [
        .package(name: "sign-in-with-apple", path: "..", traits: ["ServiceLifecycle"]),
        .package(path: "../Examples"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections.git", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
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
        .target(name: "PrivateFiles"),
        .target(name: "AccountStorageSQL", dependencies: ["AccountStorage"]),
        .systemLibrary(name: "CSQLiteMemory"),
        .target(
            name: "AccountStorageSQLite",
            dependencies: [
                "CSQLiteMemory", "PrivateFiles", "AccountStorageSQL", "AccountStorage", grdb("GRDB"),
                grdb("GRDBSQLite"),
            ]),
        .target(name: "AccountStorageConformance", dependencies: ["AccountStorage"]),
        .target(
            name: "PasswordHashing",
            dependencies: [crypto, product("CryptoExtras", of: "swift-crypto")],
            resources: [.embedInCode("Rules/Lists")]),
        // Percent-encoding, for HTTPServing and for the addresses that flows make.
        .target(name: "URIEncoding"),
        .target(
            name: "SignInFlows",
            dependencies: [
                "AccountStorage", "PasswordHashing", "URIEncoding", library("SignInWithApple"),
                library("JSONWebTokens"), crypto,
            ]),
        .target(
            name: "SignInBackground",
            dependencies: [
                "PrivateFiles", "SignInFlows", "AccountStorage", library("SignInWithApple"), library("JSONWebTokens"),
                logging, lifecycle, product("Subprocess", of: "swift-subprocess"),
                product("SystemPackage", of: "swift-system"),
            ]),
        .target(
            name: "Settings",
            dependencies: [library("JSONWebTokens"), product("Configuration", of: "swift-configuration")]),
        // An HTTP/1.1 connection as a value, and the handler that carries it out. Laboratory/fuzzing compiles it, too.
        .target(
            name: "HTTPConnections",
            dependencies: [httpTypes, nio("NIOCore"), nio("NIOHTTP1"), nioExtras("NIOHTTPTypesHTTP1")]),
        .target(
            name: "HTTPServing",
            dependencies: [
                "HTTPConnections", "Settings", "URIEncoding", library("JSONWebTokens"), crypto, httpTypes,
                hummingbird("HummingbirdCore"), logging, product("Mustache", of: "swift-mustache"),
                nio("NIOCore"), nio("NIOHTTP1"), nioExtras("NIOHTTPTypes"), nioExtras("NIOHTTPTypesHTTP1"),
            ]),
        .target(
            name: "SignInServer",
            dependencies: [
                "HTTPConnections", "HTTPServing", "Settings", "SignInFlows", "PasswordHashing", "AccountStorage",
                "URIEncoding", library("SignInAPI"), library("SignInWithApple"), library("JSONWebTokens"), crypto,
                httpTypes,
                hummingbird("Hummingbird"), hummingbird("HummingbirdCore"), logging, nio("NIOCore"), nio("NIOPosix"),
            ],
            resources: [
                .embedInCode("BrowserClient/Files"), .embedInCode("Languages/Files"), .embedInCode("Pages/Templates"),
            ]),
        // What the emulator's relay knows of mail, as functions of values.
        .target(name: "RelayMail", dependencies: [crypto, product("CryptoExtras", of: "swift-crypto")]),
        .target(
            name: "AppleIDEmulator",
            dependencies: [
                "PrivateFiles", "RelayMail", "HTTPServing", "Settings", "URIEncoding", library("JSONWebTokens"),
                asyncHTTPClient, crypto, hashTrees,
                httpTypes, hummingbird("Hummingbird"), logging, hummingbird("HummingbirdCore"), nio("NIOCore"),
                nio("NIOHTTP1"),
                product("NIOSSL", of: "swift-nio-ssl"), lifecycle, product("SwiftASN1", of: "swift-asn1"),
                product("X509", of: "swift-certificates"),
            ],
            resources: [
                .embedInCode("Buttons/Resources"), .embedInCode("Control/Resources"), .embedInCode("Pages/Languages"),
                .embedInCode("Pages/Templates"),
                .embedInCode("Recording/Resources"),
                .embedInCode("Script/Resources"),
            ]),
        // Builds a service from its configuration: the only module that chooses a database and a transport.
        .target(
            name: "ServiceAssembly",
            dependencies: [
                "SignInServer", "PrivateFiles", "HTTPServing", "Settings", "SignInBackground", "SignInFlows",
                "AccountStorage", "AccountStorageSQLite", "PasswordHashing", library("SignInWithApple"),
                library("JSONWebTokens"), logging, lifecycle, unixSignals,
            ]),
        // Records of DNS beside addresses, of which Foundation knows nothing.
        .systemLibrary(name: "CResolver"),
        .executableTarget(
            name: "siwa",
            dependencies: [
                "CResolver", "PrivateFiles", "ServiceAssembly", "SignInServer", "HTTPServing", "Settings",
                "SignInBackground",
                "SignInFlows", "AccountStorage", "AccountStorageSQLite", library("SignInAPI"),
                library("SignInWithApple"), library("JSONWebTokens"), argumentParser, logging, lifecycle,
                nio("NIOCore"), nio("NIOPosix"), unixSignals,
            ]),
        .executableTarget(
            name: "apple-id-emulator",
            dependencies: [
                "PrivateFiles", "AppleIDEmulator", "HTTPServing", "Settings", argumentParser, logging, lifecycle,
                unixSignals,
            ]),
        // How tests wait for each other, for programs and for sockets.
        .target(
            name: "Waiting",
            dependencies: [
                asyncHTTPClient, hummingbird("Hummingbird"), hummingbird("HummingbirdCore"),
                hummingbird("HummingbirdTesting"), logging, nio("NIOCore"), lifecycle,
            ],
            path: "Tests/Waiting"),
        .target(
            name: "StorageSupport",
            dependencies: [
                "Waiting", "AccountStorage", "AccountStorageConformance", "AccountStorageSQL", "AccountStorageSQLite",
                crypto,
            ],
            path: "Tests/StorageSupport"),
        .target(
            name: "TestDoubles",
            dependencies: [
                "SignInFlows", "AccountStorage", "AccountStorageSQLite", "StorageSupport", library("SignInWithApple"),
                library("JSONWebTokens"), crypto, logging,
            ],
            path: "Tests/TestDoubles"),
        // Random histories of grants against a model of Apple, and the decision while an app moves to another team, for the
        // tests of both engines.
        .target(
            name: "GrantHistories",
            dependencies: [
                "TestDoubles", "SignInFlows", "AccountStorage", library("SignInWithApple"), library("JSONWebTokens"),
                crypto,
            ],
            path: "Tests/GrantHistories"),
        .testTarget(
            name: "AccountStorageTests",
            dependencies: [
                "AccountStorage", "AccountStorageConformance", "AccountStorageSQL", "AccountStorageSQLite",
                "StorageSupport",
            ]),
        .testTarget(
            name: "AccountStorageSQLiteTests",
            dependencies: [
                "Waiting", "AccountStorageSQLite", "AccountStorageSQL", "AccountStorage", "AccountStorageConformance",
                "StorageSupport", grdb("GRDB"), grdb("GRDBSQLite"),
            ],
            exclude: ["GoldenSchemas"]),
        .testTarget(name: "PrivateFilesTests", dependencies: ["TestDoubles", "PrivateFiles"]),
        .testTarget(
            name: "PasswordHashingTests", dependencies: ["PasswordHashing"], exclude: ["Fixtures"]),
        .testTarget(
            name: "SignInFlowsTests",
            dependencies: [
                "Waiting", "GrantHistories", "TestDoubles", "SignInFlows", "AccountStorage", "AccountStorageSQLite",
                "PasswordHashing", "StorageSupport", library("SignInWithApple"), library("JSONWebTokens"), crypto,
                logging,
            ]),
        .testTarget(
            name: "SignInBackgroundTests",
            dependencies: [
                "Waiting", "TestDoubles", "SignInBackground", "SignInFlows", "AccountStorage", "AccountStorageSQLite",
                "StorageSupport", library("SignInWithApple"), library("JSONWebTokens"), crypto, grdb("GRDB"), logging,
                lifecycle,
            ]),
        .testTarget(
            name: "SignInServerTests",
            dependencies: [
                "Waiting", "TestDoubles", "SignInServer", "HTTPConnections", "HTTPServing", "Settings",
                "SignInBackground", "SignInFlows", "AccountStorage", "AccountStorageSQLite", "PasswordHashing",
                "StorageSupport", "URIEncoding", library("SignInAPI"), library("SignInKit"),
                library("SignInWithApple"), library("JSONWebTokens"), crypto, hummingbird("Hummingbird"),
                hummingbird("HummingbirdCore"),
                hummingbird("HummingbirdTesting"),
                httpTypes, logging, nio("NIOCore"), nio("NIOEmbedded"), nio("NIOHTTP1"), nio("NIOPosix"), lifecycle,
            ]),
        .testTarget(
            name: "AppleIDEmulatorTests",
            dependencies: [
                "Waiting", "AppleIDEmulator", "RelayMail", "HTTPServing", "Settings", "URIEncoding",
                library("SignInWithApple"), library("JSONWebTokens"), crypto, asyncHTTPClient, hashTrees,
                hummingbird("Hummingbird"),
                hummingbird("HummingbirdTesting"), httpTypes, logging, nio("NIOCore"), nio("NIOHTTP1"),
                nioExtras("NIOHTTPCompression"), nio("NIOPosix"), product("NIOSSL", of: "swift-nio-ssl"),
                product("SwiftASN1", of: "swift-asn1"), product("X509", of: "swift-certificates"), lifecycle,
            ]),
        .testTarget(
            name: "SignInWithAppleTransportTests",
            dependencies: [
                "Waiting", "TestDoubles", library("SignInWithAppleTesting"), library("SignInWithApple"),
                library("JSONWebTokens"), nio("NIOCore"), asyncHTTPClient, nio("NIOPosix"),
                product("NIOSSL", of: "swift-nio-ssl"), lifecycle,
                product("ServiceLifecycleTestKit", of: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "TestDoubles", example("SignInAPIExample"), example("VerifyEventExample"), library("SignInWithApple"),
                library("SignInWithAppleTesting"), crypto, hummingbird("Hummingbird"),
                hummingbird("HummingbirdTesting"), httpTypes, logging, nio("NIOCore"),
            ]),
        // A `siwa serve` that kills itself at a named step.
        .executableTarget(
            name: "crash-drill",
            dependencies: [
                "ServiceAssembly", "SignInServer", "SignInFlows", "AccountStorage", "AccountStorageSQLite",
                library("SignInWithApple"), logging,
            ],
            path: "Tests/CrashDrill"),
        // The transfer of very many people to another team, to measure it.
        .executableTarget(
            name: "transfer-at-size",
            dependencies: [
                "SignInFlows", "AccountStorage", "AccountStorageSQLite", library("SignInWithApple"),
                library("JSONWebTokens"),
            ],
            path: "Tests/TransferAtSize", exclude: ["run"]),
        // An app with the client kit that kills itself, or loses a reply, at a named point of a person's way.
        .executableTarget(
            name: "kit-drill",
            dependencies: [library("SignInAPI"), library("SignInKit"), library("SignInKitTesting")],
            path: "Tests/KitDrill"),
        .target(
            name: "ChildPrograms",
            dependencies: [
                product("Subprocess", of: "swift-subprocess"), product("SystemPackage", of: "swift-system"),
            ],
            path: "Tests/ChildPrograms"),
        .testTarget(
            name: "siwaTests",
            dependencies: [
                "PrivateFiles", "Waiting", "siwa", "apple-id-emulator", "ChildPrograms", "ServiceAssembly",
                "TestDoubles", "SignInServer", "HTTPServing", "Settings", "SignInBackground", "SignInFlows",
                "AccountStorage", "AccountStorageSQLite", library("SignInAPI"), library("SignInWithApple"),
                library("JSONWebTokens"), grdb("GRDB"), crypto, logging, lifecycle, nio("NIOCore"),
                nio("NIOPosix"),
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Waiting", "siwa", "apple-id-emulator", "crash-drill", "kit-drill", "ChildPrograms",
                library("AppleIDEmulatorTesting"), library("SignInAPI"), library("SignInKit"),
                library("SignInKitTesting"), library("JSONWebTokens"), grdb("GRDB"), asyncHTTPClient, crypto,
                nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"),
            ]),
    ],
    swiftLanguageModes: [.v6])

// PostgreSQL needs libpq and its headers, so its targets exist only on request: SIWA_POSTGRESQL=1 swift build. A
// package trait would not be enough: a build of all targets also compiles those of a disabled trait
// (Documentation/development/decisions/0011-postgresql.md).
let withPostgreSQL = Context.environment["SIWA_POSTGRESQL"] == "1"
let choosesDatabase = ["ServiceAssembly", "siwaTests"]
if withPostgreSQL {
    package.targets += [
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(name: "AccountStoragePostgreSQL", dependencies: ["AccountStorageSQL", "AccountStorage", "CLibPQ"]),
        .testTarget(
            name: "AccountStoragePostgreSQLTests",
            dependencies: [
                "Waiting", "AccountStoragePostgreSQL", "AccountStorageSQL", "AccountStorage",
                "AccountStorageConformance", "StorageSupport", "TestDoubles", "GrantHistories", "siwa", "ChildPrograms",
                library("JSONWebTokens"),
            ],
            exclude: ["GoldenSchemas"]),
    ]
    for target in package.targets where choosesDatabase.contains(target.name) {
        target.dependencies.append("AccountStoragePostgreSQL")
    }
}

// bcrypt and Argon2id, for imported hashes, need libcrypt and libargon2, so they are also built only on request:
// SIWA_LEGACY_PASSWORDS=1 swift build. Other builds refuse such hashes and name the algorithm.
let withLegacyPasswords = Context.environment["SIWA_LEGACY_PASSWORDS"] == "1"
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

// A module is in the folder of its product, and what tests share is in Tests/.
let emulator = ["AppleIDEmulator", "RelayMail", "apple-id-emulator"]
let shared = ["HTTPConnections", "HTTPServing", "PrivateFiles", "Settings", "URIEncoding"]
for target in package.targets where target.type != .test && target.path == nil {
    let product = emulator.contains(target.name) ? "Emulator" : shared.contains(target.name) ? "Shared" : "Service"
    target.path = "\(product)/\(target.name)"
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
