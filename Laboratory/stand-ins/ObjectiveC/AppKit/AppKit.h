#import <Foundation/Foundation.h>

// Page: https://developer.apple.com/documentation/appkit/nsview
@interface NSView : NSObject
- (void)addSubview:(nonnull NSView *)view;
@end

// Page: https://developer.apple.com/documentation/appkit/nsviewcontroller
@interface NSViewController : NSObject
@end
