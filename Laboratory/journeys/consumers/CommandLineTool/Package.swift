// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "command-line-tool",
    platforms: [.macOS(.v12)],
    dependencies: [
        .package(url: "https://example.com/sign-in-with-apple.git", .upToNextMinor(from: "0.1.0"))
    ],
    targets: [
        .executableTarget(
            name: "CommandLineTool",
            dependencies: [
                .product(name: "SignInWithApple", package: "sign-in-with-apple")
            ])
    ])
