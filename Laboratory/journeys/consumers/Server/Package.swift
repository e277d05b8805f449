// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "server",
    platforms: [.macOS(.v12)],
    dependencies: [
        .package(
            url: "https://example.com/sign-in-with-apple.git", .upToNextMinor(from: "0.1.0"),
            traits: ["AsyncHTTPClient"]),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    ],
    targets: [
        .executableTarget(
            name: "Server",
            dependencies: [
                .product(name: "SignInWithApple", package: "sign-in-with-apple"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ])
    ])
