import Foundation
import NIOCore

/// The address is in use, does not belong to this machine, or needs a privilege.
package struct EmulatorCannotListen: Error, CustomStringConvertible {
    let address: String
    let reason: IOError

    /// A sentence for the person who started the program.
    package var description: String {
        switch reason.errnoCode {
        case EADDRINUSE: "cannot listen on \(address): another program already does. Choose another port with --listen."
        case EACCES: "cannot listen on \(address): permission denied. Choose a port above 1023 with --listen."
        default: "cannot listen on \(address): it is not an address of this machine (errno \(reason.errnoCode))."
        }
    }
}
