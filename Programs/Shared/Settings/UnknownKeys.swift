import JSONWebTokens

/// Finds keys in the file that no setting declares, and suggests similar ones.
struct UnknownKeys {
    let declared: [Setting]

    func faults(in object: JSONObject) -> [String] { faults(in: object, at: [], declared) }

    /// - Parameter settings: the settings declared under this part of the file.
    private func faults(in object: JSONObject, at place: [String], _ settings: [Setting]) -> [String] {
        object.members.sorted { $0.name < $1.name }.flatMap { name, value -> [String] in
            let path = place + [name]
            let named = settings.filter { $0.path[place.count].hasPrefix("<") || $0.path[place.count] == name }
            if named.contains(where: { $0.path.count == path.count }) { return [] }
            if let inner = value.object, !named.isEmpty || inner.count > 0 { return faults(in: inner, at: path, named) }
            let place = path.joined(separator: ".")
            guard named.isEmpty else { return ["\(place): must be an object"] }
            return ["\(place): unknown key" + (suggestion(for: path).map { "; did you mean \($0)?" } ?? "")]
        }
    }

    /// The most similar key of the same depth, or beginning of a deeper one, if it is similar enough.
    private func suggestion(for path: [String]) -> String? {
        let candidates = declared.filter { $0.path.count >= path.count }.map { setting in
            let filled = zip(setting.path, path).map { $0.hasPrefix("<") ? $1 : $0 }
            let distance = zip(filled, path).map { NearestName.distance($0, $1) }.reduce(0, +)
            return (name: filled.joined(separator: "."), distance: distance)
        }
        guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= min(3, path.joined().utf8.count / 3) ? best.name : nil
    }
}
