import { request } from 'node:http';
import { HOST, ORIGIN } from '../sign-in/sign-in-world.suite';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: () => Record<string, unknown>;
}

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

let clients = 0;
/** Returns an address that no other client has, so that no throttle counts two specs together. */
export function newAddress(): string {
  clients += 1;
  return `198.51.${Math.floor(clients / 250)}.${(clients % 250) + 1}`;
}

/** Sends a request to the host of PUBLIC_URL as any client does. It does not use fetch, which cannot set the Host header. */
export function send(
  { url }: { url: string },
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const sent = { host: HOST, 'x-forwarded-for': newAddress(), ...headers };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers: sent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const json = () => JSON.parse(text) as Record<string, unknown>;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** A browser, with the session of a person and the cookies of requests for access. */
export class Browser {
  private readonly cookies = new Map<string, { value: string; path: string }>();
  readonly address = newAddress();

  constructor(
    /** The replica that gets the requests. */
    public gateway: { url: string },
    private readonly person: { cookie: string; id?: number } | null,
  ) {}

  /** The person whom the page shows. Undefined without a session. */
  get userId(): number | undefined {
    return this.person?.id;
  }

  /** Opens an address of the gateway and follows its redirects. Returns the first answer that is none, or that leads away. */
  async open(url: string): Promise<Answer & { location: string | null }> {
    const { pathname, search } = new URL(url, ORIGIN);
    const answer = await this.ask(pathname + search, {
      headers: { accept: 'text/html', 'sec-fetch-site': 'none' },
    });
    const { location } = answer.headers;
    return { ...answer, location: typeof location === 'string' ? location : null };
  }

  /** Sends a request of one of our own pages. */
  page(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  /** The cookies that the browser sends to this path. */
  cookieFor(path: string): string {
    const own = [...this.cookies]
      .filter(([, { path: prefix }]) => path === prefix || path.startsWith(`${prefix}/`))
      .map(([name, { value }]) => `${name}=${value}`);
    return [...(this.person?.cookie ? [this.person.cookie] : []), ...own].join('; ');
  }

  private async ask(path: string, options: Sent): Promise<Answer> {
    const cookie = this.cookieFor(path.split('?')[0] as string);
    const answer = await send(this.gateway, path, {
      ...options,
      headers: { 'x-forwarded-for': this.address, ...(cookie ? { cookie } : {}), ...options.headers },
    });
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) this.keep(set);
    return answer;
  }

  private keep(set: string): void {
    const [pair = ''] = set.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const path = /;\s*path=([^;]+)/i.exec(set)?.[1] ?? '/';
    if (value) this.cookies.set(name, { value, path });
    else this.cookies.delete(name);
  }
}
