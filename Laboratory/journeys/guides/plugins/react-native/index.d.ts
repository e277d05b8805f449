/** On iOS only. */
export const Settings: { get(key: string): any; set(settings: object): void };
export const Platform: { OS: 'ios' | 'android' | 'macos' | 'windows' | 'web' };
