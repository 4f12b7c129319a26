import { type Principal, PRINCIPAL_HEADER, type ServiceName } from '@plaudit/contracts';

export interface CallOptions {
  /** An object is sent as JSON, text as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
}

export interface CallResult {
  status: number;
  headers: Headers;
  /** The answer's JSON; its text when it is none. Typed loosely on purpose: a spec states what it expects. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export type Sign = (principal: Principal) => Promise<string>;

/** Calls services directly as one principal, the way the gateway would after it resolved a key. */
export class Caller {
  constructor(
    private readonly principal: Principal | null,
    private readonly sign: Sign,
    private readonly urlOf: (service: ServiceName) => string,
  ) {}

  get(service: ServiceName, path: string, options?: CallOptions): Promise<CallResult> {
    return this.send('GET', service, path, options);
  }

  post(service: ServiceName, path: string, options?: CallOptions): Promise<CallResult> {
    return this.send('POST', service, path, options);
  }

  put(service: ServiceName, path: string, options?: CallOptions): Promise<CallResult> {
    return this.send('PUT', service, path, options);
  }

  delete(service: ServiceName, path: string, options?: CallOptions): Promise<CallResult> {
    return this.send('DELETE', service, path, options);
  }

  async send(
    method: string,
    service: ServiceName,
    path: string,
    { body, headers = {}, query = {} }: CallOptions = {},
  ): Promise<CallResult> {
    const url = new URL(path, this.urlOf(service));
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.append(name, String(value));
    }
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { ...(await this.ownHeaders(body)), ...headers },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) };
  }

  private async ownHeaders(body: unknown): Promise<Record<string, string>> {
    return {
      ...(this.principal ? { [PRINCIPAL_HEADER]: await this.sign(this.principal) } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
