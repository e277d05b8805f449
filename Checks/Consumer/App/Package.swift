// swift-tools-version: 6.2
import PackageDescription

// New projects of Xcode enable it: an import is needed for each module whose members are used.
let asInXcode: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

let package = Package(
    name: "notes-app",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [
        .library(name: "NotesApp", targets: ["NotesApp"])
    ],
    dependencies: [
        .package(url: "https://example.com/sign-in-with-apple.git", .upToNextMinor(from: "0.1.0"))
    ],
    targets: [
        .target(
            name: "NotesApp",
            dependencies: [
                .product(name: "SignInKit", package: "sign-in-with-apple")
            ],
            swiftSettings: asInXcode),
        .testTarget(
            name: "NotesAppTests",
            dependencies: [
                "NotesApp",
                .product(name: "SignInKit", package: "sign-in-with-apple"),
                .product(name: "SignInKitTesting", package: "sign-in-with-apple"),
            ],
            swiftSettings: asInXcode),
        .testTarget(
            name: "BackendTests",
            dependencies: [
                .product(name: "AppleIDEmulatorTesting", package: "sign-in-with-apple")
            ]),
    ])
