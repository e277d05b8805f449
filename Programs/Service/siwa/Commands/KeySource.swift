import Foundation
import JSONWebTokens
import SignInWithApple

/// Loads the keys from a file or from Apple.
struct KeySource {
    let file: String?

    enum Failure: Error {
        case fileUnreadable
        case unusable(String)
        case unreachable(String)

        var code: String {
            switch self {
            case .fileUnreadable, .unusable: "keys_unusable"
            case .unreachable: "keys_unavailable"
            }
        }

        var explanation: String {
            switch self {
            case .fileUnreadable: "the key set cannot be read"
            case .unusable(let reason): "the key set holds no usable key (\(reason))"
            case .unreachable(let reason): "Apple's keys could not be fetched (\(reason))"
            }
        }
    }

    func keys() async -> Result<JSONWebKeySet, Failure> {
        guard let file else { return await fetch() }
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: file))
            return decode([UInt8](try handle.read(upToCount: 65_537) ?? Data()))
        } catch {
            return .failure(.fileUnreadable)
        }
    }

    private func fetch() async -> Result<JSONWebKeySet, Failure> {
        let transport = AsyncHTTPClientTransport()
        let request = TransportRequest(
            method: .get, url: AppleEndpoints.apple.keys, headers: [(name: "Accept", value: "application/json")],
            deadline: 5)
        let answer: Result<TransportResponse, TransportFailure>
        do throws(TransportFailure) {
            answer = .success(try await transport.send(request))
        } catch {
            answer = .failure(error)
        }
        try? await transport.shutdown()
        switch answer {
        case .failure(let failure): return .failure(.unreachable(failure.code))
        case .success(let response) where response.status == 200: return decode(response.body)
        case .success(let response): return .failure(.unreachable("status \(response.status)"))
        }
    }

    private func decode(_ bytes: [UInt8]) -> Result<JSONWebKeySet, Failure> {
        do throws(TokenFormatError) {
            let keys = try JSONWebKeySet(json: bytes)
            guard keys.keys.contains(where: { $0.algorithm == .rs256 }) else {
                let reasons = keys.skipped.map { "key \($0.position + 1): \($0.reason.rawValue)" }
                return .failure(.unusable(reasons.isEmpty ? "it is empty" : reasons.joined(separator: ", ")))
            }
            return .success(keys)
        } catch {
            return .failure(.unusable(Self.place(in: bytes) ?? error.code.rawValue))
        }
    }

    /// Where a key set is not JSON, for the person who saved it.
    private static func place(in bytes: [UInt8]) -> String? {
        do throws(JSONTextFault) {
            _ = try StrictJSONReader.readWritten(bytes)
            return nil
        } catch {
            return "line \(error.line), column \(error.column): \(error.explanation)"
        }
    }
}
