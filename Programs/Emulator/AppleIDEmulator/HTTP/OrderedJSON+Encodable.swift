extension OrderedJSON {
    /// Encodes a reply: its members in the order in which it declares them, and their names in snake case.
    ///
    /// `JSONEncoder` has no order, and leaves out members without a value. Here they are `null`, so that whoever reads a
    /// reply sees what it can have.
    init(encoding value: some Encodable) throws { self = try Node(encoding: value).json }
}

/// Members whose names are data, in their order.
struct NamedValues<Value: Encodable & Sendable>: Encodable, Sendable {
    let values: [(name: String, value: Value)]

    init(_ values: [(name: String, value: Value)]) { self.values = values }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: GivenName.self)
        for (name, value) in values { try members.encode(value, forKey: GivenName(name)) }
    }
}

/// A name that is written as it is.
private struct GivenName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
}

/// A value in the making. Containers add to it after they were handed out.
private final class Node {
    private var value = OrderedJSON.null
    private(set) var members: [(name: String, node: Node)]?
    private(set) var elements: [Node]?

    init() {}

    init(encoding value: some Encodable) throws { try set(value) }

    func set(_ value: some Encodable) throws {
        switch value {
        case let text as String: self.value = .string(text)
        case let number as Int: self.value = .integer(number)
        case let flag as Bool: self.value = .boolean(flag)
        case let number as Double: self.value = .decimal(number)
        case let number as any BinaryInteger: self.value = .integer(Int(clamping: number))
        case let number as Float: self.value = .decimal(Double(number))
        default: try value.encode(to: NodeEncoder(node: self))
        }
    }

    func beginMembers() { members = members ?? [] }

    func beginElements() { elements = elements ?? [] }

    func add(_ node: Node, _ key: some CodingKey) {
        let name = key is GivenName ? key.stringValue : key.stringValue.inSnakeCase
        members?.append((name, node))
    }

    func add(_ node: Node) { elements?.append(node) }

    var json: OrderedJSON {
        if let members { return .object(members.map { ($0.name, $0.node.json) }) }
        if let elements { return .array(elements.map(\.json)) }
        return value
    }
}

private struct NodeEncoder: Encoder {
    let node: Node
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.beginMembers()
        return KeyedEncodingContainer(MemberContainer<Key>(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beginElements()
        return ElementContainer(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { ValueContainer(node: node) }
}

private struct MemberContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: Node
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { node.add(Node(), key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { node.add(try Node(encoding: value), key) }

    // The standard library leaves a member without a value out, in one function for each of these types. It has two more for
    // integers of 128 bits, which newer systems have and no reply does.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try encodeOrNil(value, key) }

    private func encodeOrNil(_ value: (some Encodable)?, _ key: Key) throws {
        node.add(try value.map { try Node(encoding: $0) } ?? Node(), key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { encoder(forKey: key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(forKey: GivenName("super")) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(forKey: key) }

    private func encoder(forKey key: some CodingKey) -> NodeEncoder {
        let child = Node()
        node.add(child, key)
        return NodeEncoder(node: child)
    }
}

private struct ElementContainer: UnkeyedEncodingContainer {
    let node: Node
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.elements?.count ?? 0 }

    func encodeNil() throws { node.add(Node()) }

    func encode<Value: Encodable>(_ value: Value) throws { node.add(try Node(encoding: value)) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> NodeEncoder {
        let child = Node()
        node.add(child)
        return NodeEncoder(node: child)
    }
}

private struct ValueContainer: SingleValueEncodingContainer {
    let node: Node
    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {}

    func encode<Value: Encodable>(_ value: Value) throws { try node.set(value) }
}
