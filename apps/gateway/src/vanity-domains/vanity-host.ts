import { ApiError, parseUrl } from '@plaudit/contracts';
import { isFQDN } from 'class-validator';
import type { ReservedHosts } from './reserved-hosts';

/** A name in DNS has at most 253 characters, and the name of the proof is 19 longer than the host. */
const MAX_HOST_LENGTH = 234;

/**
 * Returns the host of a white-label domain in lower case and ASCII. `given` is a host name, or an http or https URL with
 * only a host. Throws 400 for anything else, and for a reserved host.
 */
export function vanityHost(given: string, reserved: ReservedHosts): string {
  const url = parseUrl(/^https?:\/\//i.test(given) ? given : `https://${given}`);
  const host = url && bareHost(url);
  if (host === null || host.length > MAX_HOST_LENGTH || !isFQDN(host)) {
    throw refused('vanity_url must be a host name such as reviews.example.com, without port or path.');
  }
  if (reserved.includes(host))
    throw refused('vanity_url is a host that is reserved on this server; use a host of your own.');
  return host;
}

/** Returns null if the URL has more than a scheme and a host. */
function bareHost({ protocol, hostname, href }: URL): string | null {
  return href === `${protocol}//${hostname}/` ? hostname : null;
}

function refused(msg: string): ApiError {
  return new ApiError('invalid_url', msg, { field: 'vanity_url' });
}
