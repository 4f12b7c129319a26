import { API, MCP_PATH, OAUTH } from '../../proxy/route-table';

/** The addresses of the authorization server and of what its tokens are for. They never depend on a request. */
export class ServerUrls {
  /** The issuer of RFC 8414: the origin of PUBLIC_URL. */
  readonly issuer: string;
  /** The resources of RFC 8707. A token works on both, because the tools of MCP are operations of the API. */
  readonly resources: readonly [api: string, mcp: string];

  constructor(publicUrl: string) {
    this.issuer = new URL(publicUrl).origin;
    this.resources = [this.issuer + API, this.issuer + MCP_PATH];
  }

  /** The page on which a person decides. */
  pageOf(uid: string): string {
    return `${this.issuer}/app/authorize/${uid}`;
  }

  /** Where the browser goes after the decision. It leads back to the app. */
  resumeOf(uid: string): string {
    return `${this.issuer}${OAUTH.authorize}/${uid}`;
  }

  /** The metadata of a resource, RFC 9728. */
  metadataOf(path: string): string {
    return `${this.issuer}${OAUTH.resource}${path}`;
  }
}
