export const Platform: { OS: 'ios' | 'android' | 'macos' | 'windows' | 'web' };
