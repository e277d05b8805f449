extension OrderedJSON {
    /// The longest value that is written on one line.
    private static let widest = 100

    /// JSON with a line for each value, since a person reads a recording before attaching it to an issue.
    func readable(indent: String = "") -> String {
        let text = self.text
        guard indent.count + text.count > Self.widest || indent.isEmpty else { return text }
        let inner = indent + "  "
        switch self {
        case .object(let members) where !members.isEmpty:
            let lines = members.map {
                inner + OrderedJSON.string($0.name).text + ": " + $0.value.readable(indent: inner)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + indent + "}"
        case .array(let values) where !values.isEmpty:
            return "[\n" + values.map { inner + $0.readable(indent: inner) }.joined(separator: ",\n") + "\n" + indent
                + "]"
        default: return text
        }
    }
}
