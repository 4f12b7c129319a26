import { type Principal, PRINCIPAL_HEADER, type ServiceName } from '@plaudit/contracts';

import { HttpClient, type HttpOptions, type HttpResult } from '../http/http-client';

export type Sign = (principal: Principal, service: ServiceName) => Promise<string>;

/** Calls services directly as one principal, the way the gateway does after it has resolved a key. */
export class Caller {
  constructor(
    private readonly principal: Principal | null,
    private readonly sign: Sign,
    private readonly urlOf: (service: ServiceName) => string,
  ) {}

  get(service: ServiceName, path: string, options?: HttpOptions): Promise<HttpResult> {
    return this.send('GET', service, path, options);
  }

  post(service: ServiceName, path: string, options?: HttpOptions): Promise<HttpResult> {
    return this.send('POST', service, path, options);
  }

  put(service: ServiceName, path: string, options?: HttpOptions): Promise<HttpResult> {
    return this.send('PUT', service, path, options);
  }

  delete(service: ServiceName, path: string, options?: HttpOptions): Promise<HttpResult> {
    return this.send('DELETE', service, path, options);
  }

  async send(method: string, service: ServiceName, path: string, options?: HttpOptions): Promise<HttpResult> {
    const client = new HttpClient(this.urlOf(service), await this.headers(service));
    return client.send(method, path, options);
  }

  /** Returns the headers that name the principal, for requests to another replica of the service. */
  async headers(service: ServiceName): Promise<Record<string, string>> {
    return this.principal ? { [PRINCIPAL_HEADER]: await this.sign(this.principal, service) } : {};
  }
}
