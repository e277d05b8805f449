export const Capacitor: { getPlatform(): string };
export interface HttpResponse { data: any; status: number; headers: { [name: string]: string }; url: string }
export const CapacitorHttp: {
  post(options: {
    url: string; headers?: { [name: string]: string }; data?: any; disableRedirects?: boolean }): Promise<HttpResponse>;
};
