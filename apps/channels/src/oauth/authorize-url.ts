import type { OAuthFlow } from '../platforms/oauth-flow';
import { challengeOf } from './signed-token';

interface AuthorizeUrlParts {
  subdomain: string;
  clientId: string;
  redirectUri: string;
  state: string;
  verifier: string;
}

/** Returns the URL that the user opens to sign in and consent (RFC 6749, 4.1.1, and RFC 7636, 4.3). */
export function authorizeUrl(flow: OAuthFlow, parts: AuthorizeUrlParts): string {
  const url = new URL(flow.authorizeUrl(parts.subdomain));
  const { scopes, authorizeParams } = flow;
  const parameters = {
    response_type: 'code',
    client_id: parts.clientId,
    redirect_uri: parts.redirectUri,
    ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
    state: parts.state,
    code_challenge: challengeOf(parts.verifier),
    code_challenge_method: 'S256',
    ...authorizeParams,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
