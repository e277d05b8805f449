import AppleIDEmulator
import Foundation
import PrivateFiles

/// The file from which clients read the certificate of the emulator's authority.
struct AuthorityFile {
    let path: String
    /// Whether this start of the emulator wrote it, for an authority that ends with it.
    private let isOurs: Bool

    /// The file of the kept authority, or one that is written now; nil without TLS. One port belongs to one emulator, so
    /// several of them do not overwrite each other's file.
    init?(_ server: EmulatorServer, _ configuration: EmulatorConfiguration, folder: String, baseURL: String) throws {
        guard let certificate = try server.authorityCertificate else { return nil }
        if let kept = configuration.tlsAuthority {
            (path, isOurs) = (URL(fileURLWithPath: kept).appendingPathComponent("authority.pem").path, false)
            return
        }
        let port = baseURL.split(separator: ":").last ?? ""
        path = URL(fileURLWithPath: folder).appendingPathComponent("tls-authority-\(port).pem").path
        isOurs = true
        try PrivateFile.makeFolder(folder)
        try PrivateFile.replace(path, Array(certificate.utf8), mode: 0o644)
    }

    /// Removes a file whose authority is gone.
    func remove() {
        if isOurs { try? FileManager.default.removeItem(atPath: path) }
    }
}
