import JSONWebTokens
package import Settings

extension RecordingValues {
    /// The values in a file: one JSON object of texts. Throws every member that is no text.
    package static func texts(in file: ConfigurationFile) throws(ConfigurationFaults) -> [String: String] {
        let object: JSONObject
        do throws(JSONTextFault) {
            object = try StrictJSONReader.readWritten(file.json, limits: TokenLimits(maximumBytes: 1 << 20))
        } catch {
            throw ConfigurationFaults(["\(file.path):\(error)"])
        }
        var texts: [String: String] = [:]
        var faults: [String] = []
        for (name, value) in object.members {
            texts[name] = value.string
            if value.string == nil { faults.append("\(file.path): \(name): must be a string") }
        }
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
        return texts
    }
}
