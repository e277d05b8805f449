// swift-tools-version: 6.2
import PackageDescription

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
            ]),
        .testTarget(
            name: "NotesAppTests",
            dependencies: [
                "NotesApp",
                .product(name: "SignInKit", package: "sign-in-with-apple"),
                .product(name: "SignInKitTesting", package: "sign-in-with-apple"),
            ]),
        .testTarget(
            name: "BackendTests",
            dependencies: [
                .product(name: "AppleIDEmulatorTesting", package: "sign-in-with-apple")
            ]),
    ])

// As in a new project of Xcode 26: code is isolated to the main actor unless it says otherwise, and each module whose
// members are used needs an import.
for target in package.targets {
    target.swiftSettings = [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
    ]
}
