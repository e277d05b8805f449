export enum AppleRequestOperation { IMPLICIT, LOGIN, REFRESH, LOGOUT }
export enum AppleRequestScope { EMAIL, FULL_NAME }
export enum AppleError { UNKNOWN = '1000', CANCELED = '1001', INVALID_RESPONSE = '1002', NOT_HANDLED = '1003', FAILED = '1004' }
export interface AppleRequestOptions {
  requestedScopes?: AppleRequestScope[];
  requestedOperation?: AppleRequestOperation;
  user?: string;
  nonceEnabled?: boolean;
  nonce?: string;
  state?: string;
}
export interface AppleRequestResponse {
  nonce: string;
  user: string;
  fullName: null | { givenName: string | null; familyName: string | null };
  realUserStatus: number;
  authorizedScopes: AppleRequestScope[];
  identityToken: string | null;
  email: string | null;
  state: string | null;
  authorizationCode: string | null;
}
export const appleAuth: {
  Operation: typeof AppleRequestOperation;
  Scope: typeof AppleRequestScope;
  Error: typeof AppleError;
  performRequest(options?: AppleRequestOptions): Promise<AppleRequestResponse>;
};
