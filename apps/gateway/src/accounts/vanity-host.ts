import { ApiError } from '@plaudit/contracts';
import { isFQDN } from 'class-validator';

const MAX_HOST = 253;

/**
 * The host of a white-label domain, in lower case and ASCII, from what a client sent: a host name, or a URL of nothing
 * but one. The product's own host (of `publicUrl`) belongs to nobody.
 */
export function vanityHost(given: string, publicUrl: string): string {
  const url = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  const host = URL.canParse(url) ? bareHost(new URL(url)) : null;
  if (host === null || host.length > MAX_HOST || !isFQDN(host)) {
    throw refused('vanity_url must be a host name such as reviews.example.com, without port or path.');
  }
  if (host === new URL(publicUrl).hostname)
    throw refused("vanity_url must not be this product's own address.");
  return host;
}

/** Null when there is more to the URL than scheme and host. */
function bareHost({ protocol, hostname, href }: URL): string | null {
  return href === `${protocol}//${hostname}/` ? hostname : null;
}

function refused(msg: string): ApiError {
  return new ApiError('invalid_url', msg, { field: 'vanity_url' });
}
