#import <Foundation/Foundation.h>

// Page: https://developer.apple.com/documentation/appkit/nsview
@interface NSView : NSObject
- (void)addSubview:(nonnull NSView *)view;
@end
