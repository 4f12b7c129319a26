import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundClient, OutboundError, outboundPolicy, UrlRefused } from '@plaudit/outbound';
import { Clock } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { MAX_CLIENT_ID } from '../../apps/apps.dto';
import { GatewayEnv } from '../../gateway.env';
import { type ClientMetadata, ClientMetadataFault, readClientMetadata } from './client-metadata';
import { OAuthClientsService } from './oauth-clients.service';

/** The draft recommends 5 kB for a document. */
const MAX_BYTES = 8 * 1024;
const TIMEOUT_MS = 3_000;
const MINUTE_MS = 60_000;
/** A document is read again after the time that its server names, within these limits. */
const MIN_AGE_MS = 5 * MINUTE_MS;
const MAX_AGE_MS = 24 * 60 * MINUTE_MS;
/** A document that could not be read is not read again for this long, however many requests name it. */
const FAILED_MS = 10_000;
const MAX_FAILED = 1_000;

/**
 * Reads the metadata documents of apps whose id is the URL of the document. Sends requests only through the address guard, so
 * that an id cannot make the gateway ask a private network.
 */
@Injectable()
export class ClientDocumentsClient implements OnApplicationShutdown {
  private readonly client: OutboundClient;
  private readonly failed: LRUCache<string, Error>;

  constructor(
    env: GatewayEnv,
    private readonly clients: OAuthClientsService,
    clock: Clock,
  ) {
    const perf = { now: () => clock.now().getTime() };
    this.failed = new LRUCache({ max: MAX_FAILED, ttl: FAILED_MS, ttlResolution: 0, perf });
    this.client = new OutboundClient({
      ...outboundPolicy(env),
      userAgent: 'Plaudit OAuth',
      requireHttps: true,
      maxBytes: MAX_BYTES,
      headersTimeoutMs: TIMEOUT_MS,
      bodyTimeoutMs: TIMEOUT_MS,
      totalTimeoutMs: TIMEOUT_MS,
      decompress: true,
    });
  }

  /**
   * Returns the metadata of the document at this URL and stores it. Returns the stored one for some days if the server does not
   * answer. Throws an error whose message says what is wrong with the document or with reading it.
   */
  async read(url: string): Promise<ClientMetadata> {
    const earlier = this.failed.get(url);
    try {
      if (earlier) throw earlier;
      return await this.fetch(url);
    } catch (error) {
      if (!earlier) this.failed.set(url, error as Error);
      const stored = await this.clients.findDocument(url);
      if (stored && !(error instanceof ClientMetadataFault))
        return stored.metadata as unknown as ClientMetadata;
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  private async fetch(url: string): Promise<ClientMetadata> {
    if (url.length > MAX_CLIENT_ID)
      throw new ClientMetadataFault('client_id', `must have at most ${MAX_CLIENT_ID} characters`);
    const reply = await this.request(url);
    if (reply.status !== 200) throw new Error(`the document was answered with status ${reply.status}`);
    const raw = jsonOf(reply.text());
    const document = raw as { client_id?: unknown; client_name?: unknown } | null;
    if (document?.client_id !== url)
      throw new ClientMetadataFault('client_id', 'must be the URL of the document');
    if (!document.client_name) throw new ClientMetadataFault('client_name', 'is missing in the document');
    const metadata = { ...readClientMetadata(raw, 'none'), client_id: url };
    if (metadata.token_endpoint_auth_method !== 'none')
      throw new ClientMetadataFault(
        'token_endpoint_auth_method',
        'must be none, because a document has no secret',
      );
    await this.clients.saveDocument(url, metadata, ageOf(reply.header('cache-control')));
    return metadata;
  }

  private async request(url: string): ReturnType<OutboundClient['request']> {
    try {
      return await this.client.request(url, { headers: { accept: 'application/json' } });
    } catch (error) {
      if (error instanceof UrlRefused) throw new Error(error.msg, { cause: error });
      if (error instanceof OutboundError)
        throw new Error(`the document was not read: ${reasonOf(error)}`, { cause: error });
      throw error;
    }
  }
}

/** Has one reason for a private address and for a name that does not exist, so that nobody learns the names of a private network. */
function reasonOf({ code }: OutboundError): string {
  return code === 'blocked_address' || code === 'dns_error' ? 'its host has no public address' : code;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ClientMetadataFault('The document', 'must be JSON');
  }
}

function ageOf(cacheControl: string | null | undefined): number {
  const seconds = /(?:^|[,\s])max-age=(\d{1,9})/i.exec(cacheControl ?? '')?.[1];
  return Math.min(MAX_AGE_MS, Math.max(MIN_AGE_MS, Number(seconds ?? 0) * 1_000));
}
