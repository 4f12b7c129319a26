import { ApiError } from '@plaudit/contracts';
import { checkUrl, hostAndPort, type UrlPolicy, UrlRefused } from '@plaudit/outbound';

/**
 * Returns the address of a provider's API in its normal form, without a slash at its end. Throws 400 `invalid_url` for an address
 * that the product may not call, for one with a query, and for http unless the operator allows this host or loopback.
 */
export function checkedBaseUrl(field: string, text: string, policy: UrlPolicy): string {
  if (/[?#]/.test(text)) throw refusal(field, 'The url must not have a query or fragment.');
  const url = checked(field, text, policy);
  if (url.startsWith('http:') && !needsPermission(url, policy)) {
    throw refusal(field, 'The url must begin with https://.');
  }
  return url.replace(/\/+$/, '');
}

function checked(field: string, text: string, policy: UrlPolicy): string {
  try {
    return checkUrl(text, policy);
  } catch (error) {
    if (error instanceof UrlRefused) throw refusal(field, error.msg);
    throw error;
  }
}

/** Returns true if only a setting of the operator makes the address one that the product may call. */
function needsPermission(url: string, policy: UrlPolicy): boolean {
  if (policy.allowHosts?.includes(hostAndPort(new URL(url)))) return true;
  try {
    checkUrl(url, { ...policy, allowLoopback: false });
    return false;
  } catch {
    return true;
  }
}

/** The sentences of `UrlRefused` speak of "the url". */
function refusal(field: string, msg: string): ApiError {
  return new ApiError('invalid_url', msg.replace(/\bthe url\b/i, field), { field });
}
