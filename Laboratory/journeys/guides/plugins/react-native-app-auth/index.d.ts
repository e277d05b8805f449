export interface AuthConfiguration {
  issuer: string;
  clientId: string;
  redirectUrl: string;
  scopes: string[];
  useNonce?: boolean;
  usePKCE?: boolean;
}
export interface AuthorizeResult {
  accessToken: string;
  accessTokenExpirationDate: string;
  idToken: string;
  refreshToken: string;
  tokenType: string;
  scopes: string[];
}
export interface RefreshResult {
  accessToken: string;
  accessTokenExpirationDate: string;
  idToken: string;
  refreshToken: string | null;
  tokenType: string;
}
export function authorize(configuration: AuthConfiguration): Promise<AuthorizeResult>;
export function refresh(configuration: AuthConfiguration, options: { refreshToken: string }): Promise<RefreshResult>;
export function revoke(configuration: AuthConfiguration, options: { tokenToRevoke: string; sendClientId?: boolean }): Promise<void>;
