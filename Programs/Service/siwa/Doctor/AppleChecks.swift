import Foundation
import JSONWebTokens
import Logging
import PrivateFiles
import ServiceAssembly
import SignInBackground
import SignInFlows
import SignInServer
import SignInWithApple

/// What Apple says about the clock, the credentials and the return URLs.
struct AppleChecks: Sendable {
    let settings: ServerConfiguration
    let transport: any HTTPTransport

    func findings() async -> [Finding] {
        let drift = ClockDrift(now: { Date() }, logger: Logger(label: "siwa") { _ in SwiftLogNoOpLogHandler() })
        let calls = drift.watching(transport)
        let keys = AppleKeySet(endpoints: settings.apple.endpoints, transport: calls)
        var findings: [Finding] = []
        do throws(AppleCallFailure) {
            try await keys.fetchIfDue()
            findings.append(.keysFetched(settings.apple.endpoints.keys))
        } catch {
            findings.append(.keysNotFetched(settings.apple.endpoints.keys, error))
        }
        findings.append(await DiscoveryProbing(endpoints: settings.apple.endpoints, transport: calls).finding())
        let (probes, unusable) = await credentials(keys, calls)
        findings += unusable
        if let ahead = drift.seconds { findings.append(.clock(secondsAhead: ahead)) }
        findings += CredentialDiagnosis.findings(
            probes, secondsAhead: drift.seconds, emulator: settings.emulatorOrigin)
        return findings + (await redirects())
    }

    private func credentials(
        _ keys: AppleKeySet, _ calls: any HTTPTransport
    ) async -> (probes: [CredentialDiagnosis.Probe], unusable: [Finding]) {
        let probing = CredentialProbing(
            transport: calls, keySet: keys, callDeadline: TimeInterval(settings.apple.callSeconds),
            callbackURL: settings.publicURL?.callbackURL, randomBytes: SystemRandom.bytes)
        var probes: [CredentialDiagnosis.Probe] = []
        var unusable: [Finding] = []
        for team in settings.teams {
            for key in team.keys {
                do {
                    probes += try await probing.probes(of: team, with: key)
                } catch is PrivateFile.Failure {
                    // The check of the files has reported it.
                } catch {
                    let reason = (error as? SigningKeyError)?.explanation
                    unusable.append(.keyNotUsable("team \(team.name), key \(key.id)", key.file, reason))
                }
            }
        }
        return (probes, unusable)
    }

    private func redirects() async -> [Finding] {
        guard let publicURL = settings.publicURL else { return [] }
        let probing = RedirectProbing(
            transport: transport, authorizeURL: settings.apple.endpoints.authorize,
            callbackURL: publicURL.callbackURL, isApple: settings.apple.endpoints == .apple)
        var findings: [Finding] = []
        for client in settings.teams.flatMap(\.clients) where client.kind != .native {
            findings.append(await probing.finding(client))
        }
        return findings
    }
}
