// Reported by: call-of-one-system
// Windows has no numeric user ids.
import Foundation

func isMine(_ owner: UInt32) -> Bool {
    owner == geteuid()
}
