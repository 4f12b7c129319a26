/** Why a request for tokens is refused, in the terms of OAuth. */
export interface TokenRequestFault {
  error: 'invalid_request' | 'invalid_target';
  error_description: string;
}

const CONTROL = /\p{Cc}/u;

/**
 * Returns what is wrong with the form of a request for tokens, or null. oidc-provider looks at the resource after it has used up
 * the code or refresh token, and a second attempt would then end the access. `resources` are the known ones; null if the request
 * names none.
 */
export function faultOf(
  form: URLSearchParams,
  resources: readonly string[] | null,
): TokenRequestFault | null {
  for (const [name, value] of form)
    if (CONTROL.test(name) || CONTROL.test(value))
      return { error: 'invalid_request', error_description: 'parameters must have no control characters' };
  if (!resources || namedResources(form).every((one) => resources.includes(one))) return null;
  return { error: 'invalid_target', error_description: `resource must be ${resources.join(' or ')}` };
}

/** A parameter without a value counts as one that is missing. */
function namedResources(form: URLSearchParams): string[] {
  const named = form.getAll('resource');
  return named.length === 1 && named[0] === '' ? [] : named;
}
