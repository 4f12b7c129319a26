import { HttpClient, type HttpOptions } from '@plaudit/testing';

export interface Answer {
  status: number;
  headers: Headers;
  code: unknown;
  wait: unknown;
}

export async function send(
  url: string,
  path: string,
  { method = 'GET', ...options }: HttpOptions & { method?: string } = {},
): Promise<Answer> {
  const { status, headers, body } = await new HttpClient(url).send(method, path, options);
  return { status, headers, code: body.code, wait: body.retry_after_seconds };
}

/** Sends a key from this address. The gateway must trust this process as a proxy. */
export async function tryKey(gatewayUrl: string, authorization: string, address: string): Promise<Answer> {
  const headers = { authorization, 'x-forwarded-for': address };
  return send(gatewayUrl, '/public/v1/hello', { headers });
}
