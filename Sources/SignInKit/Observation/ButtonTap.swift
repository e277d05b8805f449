/// A tap on one of the kit's buttons. The calls that the button's action makes find it here, because tasks inherit
/// task-local values from the task that creates them. (Swift Evolution 0311, "Task Local Values".)
struct ButtonTap: Sendable, Equatable {
    @TaskLocal static var current: ButtonTap?

    /// The window of the button, which a sheet covers. A watch has none.
    let window: ObjectIdentifier?
}
