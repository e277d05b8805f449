import Foundation

/// Reads and writes typed values in the storage. A damaged item counts as missing, so that nobody is locked out by it.
struct SignInRecords: Sendable {
    let storage: any SignInStorage
    let observe: @Sendable (SignInIncident) -> Void

    func session() -> StoredSession? { (try? storedSession()) ?? nil }

    /// Throws when the storage cannot be read.
    func storedSession() throws -> StoredSession? { try find(StoredSession.self, .session) }

    /// Reads the session without telling the app of a failure, because it is looked at often. Throws if it cannot be read.
    func glance() throws -> StoredSession? {
        guard let data = try storage.read(.session) else { return nil }
        return try JSONDecoder().decode(StoredFormat<StoredSession>.self, from: data).value
    }

    /// Returns nil if the storage cannot be read: a keychain before the first unlock does not say who is signed in.
    ///
    /// Whether this is the first run is asked last, because preferences, too, seem to be empty before the first unlock.
    func load(isFirstRun: @autoclosure () -> Bool) -> StoredSignIn? {
        try? StoredSignIn(
            session: find(StoredSession.self, .session), pending: find(PendingSignIn.self, .pendingSignIn),
            isFirstRun: isFirstRun())
    }

    /// The sign-in that any client of the app has stored. A failure is not told: whoever writes or removes it tells it.
    func pendingSignIn() -> PendingSignIn? {
        guard let data = try? storage.read(.pendingSignIn) else { return nil }
        return try? JSONDecoder().decode(StoredFormat<PendingSignIn>.self, from: data).value
    }

    /// The names that any client of the app has stored. Throws if the storage cannot be read.
    func names() throws -> [FirstTimeData] {
        (try decode([StoredFormat<FirstTimeData>].self, .firstTimeData) ?? []).map(\.value)
    }

    /// Returns whether it was stored.
    @discardableResult
    func record(_ session: StoredSession) -> Bool { record(session, .session) }
    func record(_ pending: PendingSignIn) { record(pending, .pendingSignIn) }
    /// Returns whether they were stored.
    func record(_ names: [FirstTimeData]) -> Bool {
        names.isEmpty ? remove(.firstTimeData) : write(names.map { StoredFormat($0) }, .firstTimeData)
    }

    /// Removes the stored sign-in, unless it is that of another client.
    func removePendingSignIn(of attempt: Secret) {
        if let stored = pendingSignIn(), stored.attempt != attempt { return }
        remove(.pendingSignIn)
    }

    /// Returns whether it was removed.
    @discardableResult
    func remove(_ item: StoredItem) -> Bool {
        do {
            try storage.remove(item)
            return true
        } catch {
            observe(.storageFailed(item))
            return false
        }
    }

    private func find<Value: Codable>(_ type: Value.Type, _ item: StoredItem) throws -> Value? {
        try decode(StoredFormat<Value>.self, item)?.value
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ item: StoredItem) throws -> Value? {
        let data: Data?
        do {
            data = try storage.read(item)
        } catch {
            observe(.storageFailed(item))
            throw error
        }
        guard let data else { return nil }
        guard let value = try? JSONDecoder().decode(type, from: data) else {
            observe(.storageFailed(item))
            return nil
        }
        return value
    }

    @discardableResult
    private func record(_ value: some Codable, _ item: StoredItem) -> Bool { write(StoredFormat(value), item) }

    @discardableResult
    private func write(_ value: some Encodable, _ item: StoredItem) -> Bool {
        do {
            try storage.write(try JSONEncoder().encode(value), to: item)
            return true
        } catch {
            observe(.storageFailed(item))
            return false
        }
    }
}
