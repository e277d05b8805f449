import Foundation
import HTTPServing
import JSONWebTokens
import PrivateFiles

/// The setup that the emulator creates if it is not configured: enough for a first sign-in.
package struct ExampleSetup: Sendable {
    /// The configuration with the example's team, app, service, key and people.
    package let configuration: EmulatorConfiguration
    /// The Team ID.
    package let teamID: String
    /// The key id, for the `kid` of client secrets.
    package let keyID: String
    /// The private key's file, mode 0600. It is created on the first start and reused afterwards.
    package let keyFile: String
    /// The App ID, which is the primary one of its group.
    package let app: String
    /// The Services ID of the web client.
    package let service: String

    /// Makes the example, with its key in `directory`. `returnURLs` are registered in addition to the demo's.
    ///
    /// With a seed, the key is derived from it, and its file is in a folder of its own, since such a key is public.
    package static func make(
        keysIn directory: String, returnURLs: [String] = [], seed: UInt64? = nil
    ) throws -> ExampleSetup {
        let (app, service) = ("com.example.app", "com.example.web")
        let key = try key(in: directory, seed)
        var registered = ["http://localhost:8080/web/callback"]
        for url in returnURLs where !registered.contains(url) { registered.append(url) }
        let team = EmulatorTeam(
            teamID: teamID, publicKeys: [keyID: key.publicPEM],
            apps: [app: nil],
            services: [
                service: EmulatorService(
                    primaryApp: app, returnURLs: registered)
            ], descriptions: [app: "Example", service: "Example"])
        let configuration = EmulatorConfiguration(
            listen: ListenAddress(host: "idp.localhost", port: 9_080), teams: ["example": team], people: people)
        return ExampleSetup(
            configuration: configuration, teamID: teamID, keyID: keyID, keyFile: key.file, app: app, service: service)
    }

    static let teamID = "EMUTEAM001"
    static let keyID = "EMUKEY0001"

    /// The file of the example's key in a folder, and its public half.
    static func key(in directory: String, _ seed: UInt64?) throws -> (file: String, publicPEM: String) {
        let folder = URL(fileURLWithPath: directory).appendingPathComponent(seed.map { "seed-\($0)" } ?? "")
        let file = folder.appendingPathComponent("AuthKey_\(keyID).p8").path
        let pem = try privateKey(file: file, keyID: keyID, seed)
        return (file, try TeamKey.publicPEM(ofPrivateKeyPEM: pem, keyID: keyID))
    }

    /// Three people. Their passwords are not secret.
    package static let people = [
        Person(
            key: "maya", email: "maya@example.com", password: "maya-password", firstName: "Maya",
            lastName: "Lindqvist"),
        Person(
            key: "tomas", email: "tomas@example.com", password: "tomas-password", firstName: "Tomás",
            lastName: "Ferreira"),
        Person(
            key: "aiko", email: "aiko@example.com", password: "aiko-password", firstName: "Aiko", lastName: "Tanaka"),
    ]

    /// Reuses an existing key, so that programs configured with it still work after a restart.
    private static func privateKey(file: String, keyID: String, _ seed: UInt64?) throws -> String {
        if let data = FileManager.default.contents(atPath: file) { return String(decoding: data, as: UTF8.self) }
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        try PrivateFile.makeFolder(folder)
        let bytes = seed.map { SeededBytes(seed: $0, past: "example") }
        let key =
            try bytes.map { try SigningKey.makeES256(keyID: keyID, drawing: $0.draw) }
            ?? SigningKey.makeES256(keyID: keyID)
        let pem = key.pemRepresentation
        try PrivateFile.replace(file, Array((pem + "\n").utf8))
        return pem
    }
}
