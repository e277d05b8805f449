// Reported by: call-of-one-system
// Windows has no users by number.
import Foundation

func isMine(_ owner: UInt32) -> Bool {
    owner == geteuid()
}
