import JSONWebTokens

/// An explanation in parts, as text for people and as JSON for programs.
struct Explanation {
    /// Sentences of one kind.
    struct Part {
        /// The name of the part in JSON.
        let name: String
        /// The line above the sentences.
        let title: String
        let sentences: [Sentence]
    }

    /// What is explained.
    let subject: [(name: String, value: String)]
    let parts: [Part]

    var text: String {
        parts.filter { !$0.sentences.isEmpty }
            .map { ([VisibleJSON.visible($0.title)] + $0.sentences.flatMap(\.lines)).joined(separator: "\n") }
            .joined(separator: "\n\n")
    }

    var json: JSONValue {
        let about = subject.map { (name: $0.name, value: JSONValue.string($0.value)) }
        let told = parts.map { (name: $0.name, value: JSONValue.array($0.sentences.map(\.json))) }
        return .object(JSONObject(about + told))
    }

    /// Prints the explanation for people or for programs.
    func show(asJSON isJSON: Bool) {
        Output.result(isJSON ? VisibleJSON.lines(json) : text)
    }
}
