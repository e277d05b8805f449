/// `GET /_emulator/openapi.yaml`: Documentation/emulator-control.yaml, embedded through a symbolic link.
enum ControlDocument {
    /// The media type of RFC 9512.
    static var answer: Answer {
        Answer(headers: [("Content-Type", "application/yaml")], body: PackageResources.emulator_control_yaml)
    }
}
