import { type ErrorCode, KEY_SCOPES } from '@plaudit/contracts';
import { API, MCP_PATH, OAUTH } from '../proxy/route-table';

const BASIC = 'Basic realm="Plaudit API", charset="UTF-8"';
/** The codes of a request whose key or token was sent, but does not work. A missing one has no error, as RFC 6750 says. */
const WRONG: readonly ErrorCode[] = ['invalid_key', 'key_expired'];

/**
 * Writes the challenges of `WWW-Authenticate`. They lead apps to the metadata of RFC 9728, and so to the authorization server. The
 * one for tokens comes first, because MCP clients read only the beginning.
 */
export class Challenges {
  private readonly issuer: string;

  constructor(publicUrl: string) {
    this.issuer = new URL(publicUrl).origin;
  }

  /** Returns the challenges of a 401 with this code for a path of the API. */
  unauthenticated(path: string, code: ErrorCode): string[] {
    const error = WRONG.includes(code) ? ', error="invalid_token"' : '';
    return [`Bearer realm="Plaudit API"${error}, ${this.metadataOf(path)}`, BASIC];
  }

  /** Returns the challenge of a 403 for an access token without the scope that `required` names, or null if it names none. */
  lackingScope(path: string, required: unknown): string | null {
    const scope = KEY_SCOPES.find((one) => one === required);
    if (scope === undefined) return null;
    return `Bearer realm="Plaudit API", error="insufficient_scope", scope="${scope}", ${this.metadataOf(path)}`;
  }

  private metadataOf(path: string): string {
    return `resource_metadata="${this.issuer}${OAUTH.resource}${path === MCP_PATH ? MCP_PATH : API}"`;
  }
}
