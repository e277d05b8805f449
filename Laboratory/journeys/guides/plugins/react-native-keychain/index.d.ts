export interface UserCredentials { username: string; password: string; service: string; storage: string }
export function setGenericPassword(username: string, password: string, options?: { service?: string }): Promise<false | object>;
export function getGenericPassword(options?: { service?: string }): Promise<false | UserCredentials>;
export function resetGenericPassword(options?: { service?: string }): Promise<boolean>;
