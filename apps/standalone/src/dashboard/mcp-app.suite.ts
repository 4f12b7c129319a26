import { randomBytes } from 'node:crypto';
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { eventually, type FixtureServer, startFixtureServer } from '@plaudit/testing';

const CALLBACK = '/callback';

/** What a client of the official SDK remembers about one server. It keeps everything in memory. */
class MemoryProvider implements OAuthClientProvider {
  readonly issuedState = randomBytes(16).toString('hex');
  /** The address that a person must open. */
  authorizationUrl: URL | null = null;
  private information: OAuthClientInformationMixed | undefined;
  private issued: OAuthTokens | undefined;
  private verifier = '';

  constructor(
    private readonly name: string,
    readonly redirectUrl: string,
  ) {}

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: this.name,
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  state(): string {
    return this.issuedState;
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.information;
  }

  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.information = information;
  }

  tokens(): OAuthTokens | undefined {
    return this.issued;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.issued = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'tokens') this.issued = undefined;
    if (scope === 'all' || scope === 'client') this.information = undefined;
  }
}

/** An app on this computer that knows nothing but the address of the MCP server. */
export class McpApp {
  private client: Client | null = null;

  private constructor(
    private readonly address: URL,
    private readonly provider: MemoryProvider,
    private readonly loopback: FixtureServer,
  ) {}

  /** Starts the app with a server that receives the browser after the decision. `origin` is that of the product. */
  static async start(origin: string, name: string): Promise<McpApp> {
    const loopback = await startFixtureServer(() => ({
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Done</title><h1>Back in the app</h1>',
    }));
    const provider = new MemoryProvider(name, `${loopback.url}${CALLBACK}`);
    return new McpApp(new URL('/public/v1/mcp', origin), provider, loopback);
  }

  get tokens(): OAuthTokens | undefined {
    return this.provider.tokens();
  }

  /** The parameters that browsers brought back, in the order of their arrival. */
  get returned(): URLSearchParams[] {
    return this.loopback.requests.filter(({ path }) => path === CALLBACK).map(({ query }) => query);
  }

  /** Connects without a token. Returns the address that the refusal leads to, for a browser. */
  async ask(): Promise<URL> {
    this.provider.authorizationUrl = null;
    await this.connect().then(
      () => {
        throw new Error('The app connected without a decision.');
      },
      (error: unknown) => {
        if (!(error instanceof UnauthorizedError)) throw error;
      },
    );
    const url: URL | null = this.provider.authorizationUrl;
    if (!url) throw new Error('The SDK found no authorization server.');
    return url;
  }

  /** Waits until the browser brings back a code, exchanges it and connects. */
  async finish(): Promise<Client> {
    const [query] = await eventually(
      async () => this.returned,
      (queries) => queries.length > 0,
      'the return of the browser to the app',
    );
    if (query?.get('state') !== this.provider.issuedState) throw new Error('The state is another one.');
    await this.transport().finishAuth(query.get('code') ?? '');
    return this.connect();
  }

  async close(): Promise<void> {
    await this.client?.close();
    await this.loopback.close();
  }

  private async connect(): Promise<Client> {
    const client = new Client({ name: 'spec', version: '1.0.0' });
    await client.connect(this.transport());
    this.client = client;
    return client;
  }

  private transport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(this.address, { authProvider: this.provider });
  }
}
