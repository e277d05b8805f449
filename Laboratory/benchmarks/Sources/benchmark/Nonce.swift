import Crypto

/// The form in which an app passes the service's nonce to Apple.
enum Nonce {
    static func hashed(_ nonce: String) -> String {
        SHA256.hash(data: Array(nonce.utf8)).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }
}
