import Foundation
import Logging
import SignInServer

/// Writes the log into a queue. `StreamLogHandler` of swift-log formats the lines, except those of requests, which are
/// put together here in the same format.
struct QueuedLogHandler: RequestLineHandler {
    private let queue: LogQueue
    private let label: String
    private var lines: StreamLogHandler

    init(label: String, queue: LogQueue) {
        self.queue = queue
        self.label = label
        lines = StreamLogHandler(label: label, stream: queue)
    }

    var logLevel: Logger.Level {
        get { lines.logLevel }
        set { lines.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { lines.metadata }
        set { lines.metadata = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { lines.metadataProvider }
        set { lines.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { lines[metadataKey: key] }
        set { lines[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        lines.log(event: event)
    }

    func write(level: Logger.Level, message: String, source: String, metadata: (inout [UInt8]) -> Void) {
        var line: [UInt8] = []
        line.reserveCapacity(256)
        queue.time.append(time(nil), to: &line)
        line.append(contentsOf: " ".utf8)
        line.append(contentsOf: level.rawValue.utf8)
        line.append(contentsOf: " ".utf8)
        line.append(contentsOf: label.utf8)
        line.append(contentsOf: ": ".utf8)
        metadata(&line)
        line.append(contentsOf: " [".utf8)
        line.append(contentsOf: source.utf8)
        line.append(contentsOf: "] ".utf8)
        line.append(contentsOf: message.utf8)
        line.append(contentsOf: "\n".utf8)
        queue.write(line)
    }
}
