import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// The page of a person whose new account waits for a decision.
extension Pages {
    /// - Parameter proofURL: the app's page for further proof. It gets the handle in a post, because addresses are kept
    ///   in histories and logs.
    func waiting(_ person: HeldPerson, proofURL: String?) throws -> Response {
        let words = person.code.page
        let proof = person.code == .proofRequired ? proofURL : nil
        return try render(
            "waiting",
            [
                "heading": text(words.heading), "text": text(words.text), "path": Paths.webWaiting,
                "proof": proof.map { ["action": $0, "handle": person.handle] },
            ], title: text(words.heading), permission: proof == nil ? .quiet : .resend)
    }
}
