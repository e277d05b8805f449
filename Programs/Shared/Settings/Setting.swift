/// A setting as documented for the operator. It is declared where the code reads it.
package struct Setting: Sendable {
    /// The kind of value that the file must have.
    package enum Kind: String, Sendable {
        case number, flag, list, object
        case text = "string"
        case textOrFlag = "string or flag"
    }

    /// The path; a component in angle brackets is a name that the operator chooses.
    let path: [String]
    let kind: Kind
    /// The default, in words; `nil` if the setting is required.
    var standard: String?
    /// The allowed values, in words.
    var range = ""
    var isSecret = false
    let meaning: String

    /// The Markdown table of the settings for the documentation.
    package static func table(of settings: [Setting]) -> String {
        (["| Key | Kind | Default | Range | Meaning |", "|---|---|---|---|---|"] + settings.map(\.row)).joined(
            separator: "\n")
    }

    private var row: String {
        let texts = [path.joined(separator: "."), kind.rawValue, standard ?? "required", range, meaning]
        return "| `\(texts[0])` | " + texts.dropFirst().joined(separator: " | ") + (isSecret ? " **Secret.** |" : " |")
    }
}
