// Reported by: declaration-without-a-page
// Pages: https://developer.apple.com/documentation/appkit/

// Page: nsview
/// Since when?
public struct View {}
