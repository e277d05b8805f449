import Foundation
import NIOCore

/// The address is in use, does not belong to this machine, or needs a privilege.
package struct CannotListen: Error, CustomStringConvertible {
    private let address: String
    private let code: CInt

    /// The failure that an error of a server means; `nil` if it has another cause.
    package init?(_ error: any Error, at address: ListenAddress) {
        guard let error = error as? IOError else { return nil }
        self.address = "\(address)"
        code = error.errnoCode
    }

    /// A sentence for the person who started the program.
    package var description: String {
        switch code {
        case EADDRINUSE: "cannot listen on \(address): another program already does. Choose another port with --listen."
        case EACCES: "cannot listen on \(address): permission denied. Choose a port above 1023 with --listen."
        default: "cannot listen on \(address): it is not an address of this machine (errno \(code))."
        }
    }
}
