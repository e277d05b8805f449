export interface OAuth2AuthenticateOptions {
  appId?: string;
  authorizationBaseUrl?: string;
  accessTokenEndpoint?: string;
  redirectUrl?: string;
  responseType?: string;
  pkceEnabled?: boolean;
  scope?: string;
  state?: string;
}
export const GenericOAuth2: {
  authenticate(options: OAuth2AuthenticateOptions): Promise<any>;
  refreshToken(options: { appId: string; accessTokenEndpoint: string; refreshToken: string; scope?: string }): Promise<any>;
};
