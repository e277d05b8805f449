import Foundation
import SignInWithApple
import VerifyEventExample

/// A function that is started for one event, possibly cold. It reads the event on standard input, verifies the token
/// and prints the answer. An AWS Lambda handler looks the same, with the verifier in its initializer.
///
///     CLIENT_ID=com.example.app verify-event < event.json
///
/// The event is {"identity_token": …, "nonce": …}. The nonce is the one that your own backend generated and stored for
/// this sign-in, and uses once. A nonce that the app sent along with the token would prove nothing.
@main
struct VerifyEvent {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        // Apple's keys survive the process, so that a cold start need not fetch them. A file of another user is not
        // read.
        let path = environment["KEYS_FILE"] ?? NSTemporaryDirectory() + "/apple-keys.json"
        let apple = try AppleTokenVerifier(
            clientIDs: [ClientID(environment["CLIENT_ID"] ?? "com.example.app")], store: FileKeySetStore(path: path))
        let answer = await EventHandler(apple: apple).answer(to: FileHandle.standardInput.readDataToEndOfFile())
        // Save before answering: the process is frozen after the answer.
        await apple.keys.saved()
        print(answer)
    }
}
