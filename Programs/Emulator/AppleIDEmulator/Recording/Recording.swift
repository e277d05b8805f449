/// A recording: what a server answered to a script, what the emulator answered, and where they differ.
package struct Recording: Sendable {
    let script: RecordingScript
    let baseURL: String
    /// The day of the recording, such as `2026-11-25`.
    let day: String
    let calls: [RecordedCall]
    let redaction: Redaction

    /// Whether the emulator answered as the server did.
    package var isSame: Bool { calls.allSatisfy { $0.differences.isEmpty } }

    /// The result for people: a line for each call, and under it each fact that differs.
    package var text: String {
        var lines = ["Recorded \(calls.count) calls from \(baseURL) and played the same to the emulator.", ""]
        for call in calls {
            let differences = call.differences
            lines.append((differences.isEmpty ? "same     " : "differs  ") + call.call.id)
            for difference in differences {
                lines.append("         \(difference.place)")
                lines.append("           there: \(difference.there ?? "absent")")
                lines.append("           here:  \(difference.here ?? "absent")")
            }
        }
        let different = calls.count { !$0.differences.isEmpty }
        return (lines + ["", "\(calls.count - different) same, \(different) different."]).joined(separator: "\n") + "\n"
    }

    /// The whole recording as JSON, to attach to an issue.
    package var json: [UInt8] {
        let calls = calls.map { call in
            OrderedJSON.object([
                ("id", .string(call.call.id)), ("request", call.request(redaction)), ("there", call.there.json),
                ("here", call.here.json),
                (
                    "differences",
                    .array(
                        call.differences.map {
                            .object([
                                ("place", .string($0.place)), ("there", .optional($0.there)),
                                ("here", .optional($0.here)),
                            ])
                        })
                ),
            ])
        }
        let recording = OrderedJSON.object([
            ("recorded_by", .string(RecordingClient.userAgent)), ("recorded_on", .string(day)),
            ("base_url", .string(baseURL)), ("script", .optional(script.about.map { redaction.text($0) })),
            ("calls", .array(calls)),
        ])
        return Array((recording.readable() + "\n").utf8)
    }
}
