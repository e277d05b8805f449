import Foundation

/// The scripts that come with the program.
package enum SampleScript {
    private static let texts: [String: [UInt8]] = [
        "public": PackageResources.recording_public_json,
        "key-holder": PackageResources.recording_key_holder_json,
        "key-holder-transfer": PackageResources.recording_key_holder_transfer_json,
        "web-code": PackageResources.recording_web_code_json,
        "native-code": PackageResources.recording_native_code_json,
    ]

    /// The names of the scripts.
    package static let names = ["public", "key-holder", "key-holder-transfer", "web-code", "native-code"]

    /// Reads a script that comes with the program, or a file.
    package static func read(_ name: String) throws(RecordingFault) -> [UInt8] {
        if let text = texts[name] { return text }
        guard let data = FileManager.default.contents(atPath: name) else {
            throw RecordingFault(
                "script_unknown",
                "There is no script file \(name). The program has \(names.joined(separator: ", ")).")
        }
        return [UInt8](data)
    }
}
