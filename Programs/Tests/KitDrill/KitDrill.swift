import Foundation
import SignInAPI
@_spi(SignInPrograms) import SignInKit
import SignInKitTesting

/// `kit-drill EMULATOR SERVICE FOLDER PERSON POINT [JOURNEY PATH KEY]`: an app that starts, and a person who goes on with
/// a journey until its goal is reached, while something goes wrong at the given point, once. Without a journey, they sign
/// in if they are not signed in. It prints one line of JSON if it is not killed.
///
/// PATH is the request of a point that is about one. KEY is a service key, with which the app's own server gets link
/// tickets. The person has a password under the name `known-PERSON@example.com`.
@main
struct KitDrill {
    struct Report: Encodable {
        let stateAtLaunch: String
        /// Whether somebody who was signed in after a tap, or at the launch, no longer was after the next tap. What the end of
        /// the process before has cost, `stateAtLaunch` says.
        let wasSignedOut: Bool
        let account: String
        let givenName: String?
        let accountRead: String
        let givenNameRead: String?
        let email: String?
        let identities: Int
        let taps: [DrillTap]
        let leftOver: [String]
    }

    private let emulator: URL
    private let server: URL
    private let files: FileStorage
    private let person: String
    private let fault: DrillFault
    private let journey: DrillJourney
    private let key: Secret

    private var password: PasswordCredential {
        PasswordCredential(user: "known-\(person)@example.com", password: Secret("correct horse battery"))
    }

    private init?(_ arguments: [String]) throws {
        let none = [DrillJourney.signIn.rawValue, Paths.nativeSignIn, ""]
        let more = arguments.count > 6 ? Array(arguments[6...]) : none
        guard arguments.count >= 6, more.count == 3, let emulator = URL(string: arguments[1]),
            let server = URL(string: arguments[2]), let point = DrillPoint(rawValue: arguments[5]),
            let journey = DrillJourney(rawValue: more[0])
        else { return nil }
        self.emulator = emulator
        self.server = server
        files = try FileStorage(folder: URL(fileURLWithPath: arguments[3]))
        person = arguments[4]
        fault = DrillFault(point, path: more[1])
        self.journey = journey
        key = Secret(more[2])
    }

    static func main() async throws {
        guard let drill = try KitDrill(CommandLine.arguments) else {
            say("usage: kit-drill EMULATOR SERVICE FOLDER PERSON POINT [JOURNEY PATH KEY]")
            exit(2)
        }
        FileHandle.standardOutput.write(try JSONEncoder().encode(try await drill.run()) + Data("\n".utf8))
    }

    private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    private func run() async throws -> Report {
        let client = try makeClient()
        let owner = DrillPerson(
            client: client, journey: journey, password: password,
            server: DrillServer(service: server, key: key, user: person))
        let isSignedInAtLaunch = await client.launch().state.person != nil
        await owner.calm()
        var (isSignedIn, wasSignedOut) = (isSignedInAtLaunch, false)
        var taps: [DrillTap] = []
        while taps.count < 12, let tap = try await owner.tap() {
            taps.append(tap)
            await owner.calm()
            let isStillSignedIn = await client.status.state.person != nil
            wasSignedOut = wasSignedOut || isSignedIn && !isStillSignedIn
            isSignedIn = isStillSignedIn
        }
        let status = await client.status
        guard let account = status.state.person?.account else {
            Self.say("signed in nobody: \(status) after \(taps)")
            exit(1)
        }
        let service = try SignInService(address: server, client: "app", transport: URLSessionTransport(seconds: 600))
        let read = try await service.account(try await client.accessToken())
        return Report(
            stateAtLaunch: isSignedInAtLaunch ? "signed in" : "signed out", wasSignedOut: wasSignedOut,
            account: account.id, givenName: account.name?.given, accountRead: read.id,
            givenNameRead: read.name?.given, email: read.email, identities: try await client.identities().count,
            taps: taps,
            leftOver: try [StoredItem.pendingSignIn, .firstTimeData].filter { try files.read($0) != nil }.map(
                \.rawValue))
    }

    private func makeClient() throws -> SignInClient {
        var configuration = SignInConfiguration(server: server, client: "app")
        configuration.signsInWithPasswords = true
        let (user, hidesEmail) = (password.user, journey != .signIn)
        let device = EmulatorAppleDevice(emulator: emulator, bundleID: "com.example.app", person: person) { request in
            if request.includesPasswords { return .password(of: user) }
            return hidesEmail ? .signInHidingEmail : .signIn
        }
        let clock = SignInClock(now: SignInClock.system.now) { seconds in
            // A request is repeated at once. A longer time is the limit of a sheet or of a question.
            if seconds >= 10 { try await SignInClock.system.sleep(seconds) }
        }
        return try SignInClient(
            configuration, device: device, storage: DrillStorage(files: files, fault: fault), mark: files,
            transport: DrillTransport(fault: fault), clock: clock)
    }
}
