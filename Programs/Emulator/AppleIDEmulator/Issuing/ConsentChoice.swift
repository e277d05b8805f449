/// What a person chose on the consent page, on a device or in a control call.
struct ConsentChoice: Sendable {
    let person: Person
    let isEmailShared: Bool
    let name: PersonName
}
