import { type IncomingHttpHeaders, request } from 'node:http';

export interface HostAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface HostRequest {
  host: string;
  path: string;
  /** Sent as a POST. Without it, the request is a GET. */
  form?: Record<string, string>;
}

/**
 * Sends a request for another host to a server, as a browser whose page has no referrer does. It does not use fetch, which cannot
 * set the Host header.
 */
export function askHost(server: string, { host, path, form }: HostRequest): Promise<HostAnswer> {
  const { hostname, port } = new URL(server);
  const formHeaders = { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' };
  const headers = { host, accept: 'text/html', ...(form && formHeaders) };
  return new Promise((resolve, reject) => {
    const sent = { hostname, port, path, headers, method: form ? 'POST' : 'GET' };
    const asked = request(sent, (answer) => {
      const { statusCode: status = 0, headers: received } = answer;
      const whole = answer.toArray() as Promise<Buffer[]>;
      whole.then(
        (chunks) => resolve({ status, headers: received, text: Buffer.concat(chunks).toString() }),
        reject,
      );
    });
    asked.on('error', reject);
    asked.end(form && new URLSearchParams(form).toString());
  });
}
