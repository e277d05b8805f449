import Foundation

/// The system's browser.
enum Browser {
    /// Opens the address. It is printed too, for a machine on which no browser starts.
    static func open(_ address: String) {
        print("Opening \(address)")
        // Standard output may be a pipe, which would keep the line until the program ends.
        fflush(nil)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        #if os(macOS)
            process.arguments = ["open", address]
        #else
            process.arguments = ["xdg-open", address]
        #endif
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
