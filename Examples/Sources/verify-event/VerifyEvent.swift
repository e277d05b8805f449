import Foundation
import SignInWithApple
import SignInWithAppleTransport

/// A function that is started for one event and may be started cold: reads it on standard input, verifies, prints the answer. The
/// handler of a Lambda looks the same, with the verifier in its initializer.
///
///     CLIENT_ID=com.example.app verify-event < event.json
///
/// The event is {"identity_token": …, "nonce": …}. The nonce is the one your own backend drew and kept for this sign-in and uses once; one
/// that came from the app beside the token would prove nothing.
@main
struct VerifyEvent {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        // Apple's keys outlive the process, so that a cold start need not fetch them. A file of somebody else's is not read.
        let path = environment["KEYS_FILE"] ?? NSTemporaryDirectory() + "/apple-keys.json"
        let apple = try AppleTokenVerifier(
            clientIDs: [ClientID(environment["CLIENT_ID"] ?? "com.example.app")], store: FileKeySetStore(path: path))
        let answer = await EventHandler(apple: apple).answer(to: FileHandle.standardInput.readDataToEndOfFile())
        // What is not written before the answer may never be: the process is frozen after it.
        await apple.keys.saved()
        print(answer)
    }
}
