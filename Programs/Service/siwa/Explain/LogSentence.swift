import SignInFlows

/// Says in a sentence what a line of the log reports about a request.
///
/// It shows the members that are known to hold codes, and of an unknown line only its message and code.
struct LogSentence {
    let line: LogLine

    var sentence: Sentence {
        var sentence = Sentence(time: line.time, event: line.message, text: text)
        switch line.message {
        case "refused", "export broke off": sentence.refusal = line.metadata["code"].map { RefusalMeaning(code: $0) }
        case "incident": sentence.refusal = RefusalMeaning.find(line.metadata["code"])
        default: break
        }
        return sentence
    }

    private var refused: String {
        "The request\(ofClient) was refused with \(member("code"))\(refusedAddress)\(unexpected).\(detail)"
    }

    private var text: String {
        switch line.message {
        case "request": "The service answered \(request) with the status \(member("status")) after \(duration)."
        case "refused": refused
        case "incident": incident
        case "first sign-in": firstSignIn
        case "notification": notification
        case "export broke off": "The export of an account broke off with \(member("code"))."
        case "signed out without a session": "The browser signed out, but had no session."
        case "signed out of a session that was over": "The browser signed out of a session that was over."
        default: "The service logged: \(line.message)\(line.metadata["code"].map { " (\($0))" } ?? "")."
        }
    }

    private func member(_ name: String) -> String { line.metadata[name] ?? "an unknown \(name)" }

    private var request: String {
        let path = member("path")
        guard path != "unknown" else { return "a request for a path that it does not serve" }
        let method = member("method")
        return method == "other" ? "a request for \(path) with a method that it does not serve" : "\(method) \(path)"
    }

    /// The log contains more digits than anybody reads.
    private var duration: String {
        guard let milliseconds = Double(member("milliseconds")) else { return "an unknown time" }
        return "\((milliseconds * 10).rounded() / 10) ms"
    }

    /// The OpenID client whose request it was.
    private var ofClient: String { line.metadata["client_id"].map { " of the client \($0)" } ?? "" }

    /// The address that is not one of the client's.
    private var refusedAddress: String {
        let names = ["redirect_uri", "post_logout_redirect_uri"]
        return names.compactMap { name in line.metadata[name].map { ", with the \(name) \($0)" } }.joined()
    }

    /// The type of an error that the service did not expect.
    private var unexpected: String {
        line.metadata["type"].map { ", because of an unexpected error of the type \($0)" } ?? ""
    }

    /// What the operator should know, with the configured client that it is about and the answer of the other server.
    private var incident: String {
        let client = line.metadata["client"].map { " about the client \($0)" } ?? ""
        let answer = line.metadata["answer"].map { " The answer was \($0)." } ?? ""
        return "The service reported the incident \(member("code"))\(client).\(answer)\(detail)"
    }

    /// What an app left out.
    private var firstSignIn: String {
        let start = "A person signed in for the first time"
        return switch line.metadata["code"] {
        case "code_missing":
            start + ", and the app sent no code. Apple's permission cannot be revoked without one."
        case "name_empty": start + ", and the app sent an empty name. Apple gives the name only once."
        case let code: start + "\(code.map { " (\($0))" } ?? "")."
        }
    }

    /// What the request named and what is configured or known, and the known mistake in it.
    private var detail: String {
        let mistake = line.metadata["mistake"].flatMap { SentMistake(rawValue: $0)?.sentence }
        return [
            mistake, line.metadata["nearest"].map { "Did you mean \($0.replacing(" ", with: ", "))?" },
            line.metadata["seen"].map { "Seen: \($0)." },
            line.metadata["configured"].map { "Configured: \($0)." },
        ].compactMap { $0 }.map { " " + $0 }.joined()
    }

    private var notification: String {
        let start = "Apple's notification \(member("kind")) arrived"
        guard line.metadata["repeat"] != "true" else { return start + " again, and changed nothing this time." }
        return start + ". Its effect was \(member("effect"))."
    }
}
