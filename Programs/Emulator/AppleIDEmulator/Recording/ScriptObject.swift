import JSONWebTokens

/// An object of a script file. Every mistake is reported with its place.
struct ScriptObject {
    let place: String
    private let object: JSONObject

    init(_ value: JSONValue?, _ place: String, members: Set<String>) throws(RecordingFault) {
        guard let object = value?.object else { throw Self.fault(place, "must be an object") }
        for name in object.names where !members.contains(name) {
            throw Self.fault(
                place, "has an unknown member \(name); known are \(members.sorted().joined(separator: ", "))")
        }
        (self.place, self.object) = (place, object)
    }

    static func fault(_ place: String, _ problem: String) -> RecordingFault {
        RecordingFault("script_invalid", "\(place) \(problem).")
    }

    subscript(_ name: String) -> JSONValue? { object[name] }

    func place(of name: String) -> String { place + "." + name }

    func text(_ name: String) throws(RecordingFault) -> String? {
        guard let value = object[name] else { return nil }
        guard let text = value.string else { throw Self.fault(place(of: name), "must be a string") }
        return text
    }

    func template(_ name: String) throws(RecordingFault) -> RecordingTemplate? {
        try text(name).map { RecordingTemplate($0) }
    }

    func required(_ name: String) throws(RecordingFault) -> RecordingTemplate {
        guard let template = try template(name) else { throw Self.fault(place(of: name), "is missing") }
        return template
    }

    func templates(_ name: String) throws(RecordingFault) -> [RecordingTemplate] {
        guard let value = object[name] else { return [] }
        let texts = value.array?.map(\.string) ?? [nil]
        guard !texts.contains(nil) else { throw Self.fault(place(of: name), "must be a list of strings") }
        return texts.compactMap { $0.map { RecordingTemplate($0) } }
    }

    func integer(_ name: String) throws(RecordingFault) -> Int? {
        guard let value = object[name] else { return nil }
        guard let number = value.number?.integer, abs(number) <= 1_000_000_000 else {
            throw Self.fault(place(of: name), "must be a whole number of seconds")
        }
        return number
    }

    func flag(_ name: String) throws(RecordingFault) -> Bool? {
        guard let value = object[name] else { return nil }
        guard let flag = value.bool else { throw Self.fault(place(of: name), "must be true or false") }
        return flag
    }

    /// The members of an object whose names are free, in their order.
    func members(_ name: String) throws(RecordingFault) -> [(name: String, value: JSONValue)] {
        guard let value = object[name] else { return [] }
        guard let object = value.object else { throw Self.fault(place(of: name), "must be an object") }
        return object.members
    }

    /// Fields by name. A list repeats a field.
    func fields(_ name: String) throws(RecordingFault) -> RecordingScript.Fields {
        var fields: RecordingScript.Fields = []
        for (field, value) in try members(name) {
            let texts = value.array.map { $0.map(\.string) } ?? [value.string]
            for text in texts {
                guard let text else {
                    throw Self.fault(place(of: name) + "." + field, "must be a string or a list of strings")
                }
                fields.append((field, RecordingTemplate(text)))
            }
        }
        return fields
    }
}
