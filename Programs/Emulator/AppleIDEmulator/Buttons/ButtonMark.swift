/// The mark beside the title, in place of Apple's logo: a keyhole in a rounded square, drawn for this project.
enum ButtonMark {
    /// The side of the square in which the path is drawn.
    static let size = 24
    /// An SVG path for the non-zero fill rule, since the keyhole turns the other way than the square.
    static let path =
        "M6 2h12a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4Z"
        + "m7.6 10.54A3 3 0 1 0 10.4 12.54L9.4 18h5.2Z"
}
