import { ApiError } from '@plaudit/contracts';
import { isFQDN } from 'class-validator';

const MAX_HOST_LENGTH = 253;

/**
 * Returns the host of a white-label domain in lower case and ASCII. `given` is a host name, or an http or https URL with
 * only a host. Throws 400 for anything else, and for the product's own host, which is that of `publicUrl`.
 */
export function vanityHost(given: string, publicUrl: string): string {
  const url = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  const host = URL.canParse(url) ? bareHost(new URL(url)) : null;
  if (host === null || host.length > MAX_HOST_LENGTH || !isFQDN(host)) {
    throw refused('vanity_url must be a host name such as reviews.example.com, without port or path.');
  }
  if (host === new URL(publicUrl).hostname)
    throw refused("vanity_url must not be this product's own address; use a host of your own.");
  return host;
}

/** Returns null if the URL has more than a scheme and a host. */
function bareHost({ protocol, hostname, href }: URL): string | null {
  return href === `${protocol}//${hostname}/` ? hostname : null;
}

function refused(msg: string): ApiError {
  return new ApiError('invalid_url', msg, { field: 'vanity_url' });
}
