import Foundation
import SignInAPI
@_spi(SignInPrograms) import SignInKit
import SignInKitTesting

/// `kit-drill EMULATOR SERVICE FOLDER PERSON POINT`: an app that starts, signs in if nobody is signed in, and kills
/// itself at the given point. It prints one line of JSON if it is not killed.
@main
struct KitDrill {
    struct Report: Encodable {
        let stateAtLaunch: String
        let account: String
        let givenName: String?
        let accountRead: String
        let leftOver: [String]
    }

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let emulator = URL(string: arguments[1]), let server = URL(string: arguments[2]),
            let point = DrillPoint(rawValue: arguments[5])
        else {
            FileHandle.standardError.write(Data("usage: kit-drill EMULATOR SERVICE FOLDER PERSON POINT\n".utf8))
            exit(2)
        }
        let files = try FileStorage(folder: URL(fileURLWithPath: arguments[3]))
        let client = try SignInClient(
            SignInConfiguration(server: server, client: "app"),
            device: EmulatorAppleDevice(
                emulator: emulator, bundleID: "com.example.app", person: arguments[4]),
            storage: DrillStorage(files: files, point: point), mark: files, transport: DrillTransport(point: point))
        let atLaunch = await client.launch()
        let status = atLaunch.state.person == nil ? await client.signIn() : atLaunch
        guard let person = status.state.person else {
            FileHandle.standardError.write(Data("signed in nobody: \(status)\n".utf8))
            exit(1)
        }
        let service = try SignInService(address: server, client: "app", transport: URLSessionTransport(seconds: 600))
        let read = try await service.account(try await client.accessToken())
        let report = Report(
            stateAtLaunch: atLaunch.state.person == nil ? "signed out" : "signed in", account: person.account.id,
            givenName: person.account.name?.given, accountRead: read.id,
            leftOver: try [StoredItem.pendingSignIn, .firstTimeData].filter { try files.read($0) != nil }.map(
                \.rawValue))
        FileHandle.standardOutput.write(try JSONEncoder().encode(report) + Data("\n".utf8))
    }
}
