import { PlauditError } from '@plaudit/client';
import { sessionFetch } from './session-fetch';

interface AppRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  signal?: AbortSignal;
}

/**
 * Sends a request to the session itself: sign-in, own password, two-factor sign-in. All else goes through the client of the
 * API. `path` follows `/app`. Throws {@link PlauditError} for a response that is not a success.
 */
export async function appRequest<T>(
  path: string,
  { method = 'GET', body, signal }: AppRequest = {},
): Promise<T> {
  const request = new Request(`/app${path}`, {
    method,
    ...(signal ? { signal } : {}),
    ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  const response = await sessionFetch(request);
  const given: unknown = await response.json().catch(() => null);
  if (!response.ok)
    throw PlauditError.of(response, given, Number(response.headers.get('retry-after')) || null);
  return given as T;
}
