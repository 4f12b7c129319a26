import { Injectable, Logger } from '@nestjs/common';
import type { ServiceName } from '@plaudit/contracts';
import {
  type ApiDocument,
  Clock,
  currentContext,
  runInContext,
  SERVICE_DOCUMENT_PATH,
  ServiceClient,
} from '@plaudit/runtime';
import { PrincipalTokensService } from '../authentication/principal-tokens.service';
import { UPSTREAM_NAMES } from '../proxy/route-table';
import type { DocumentPart } from './merge-documents';

/** How long a document is used before the service is asked for it again. */
const MAX_AGE_MS = 60_000;
/** How long to wait for a service that does not respond. */
const TIMEOUT_MS = 2_000;
/** The same for the first document. A service builds it at the first request, which can take seconds. */
const FIRST_TIMEOUT_MS = 5_000;
/** How long to wait before the next attempt when a service has not responded. */
const RETRY_MS = 5_000;

interface Known {
  text: string;
  document: ApiDocument;
}

/** The OpenAPI documents of the other services, requested at run time, so a new operation needs no new gateway. */
@Injectable()
export class ServiceDocumentsCache {
  private readonly logger = new Logger(ServiceDocumentsCache.name);
  private readonly known = new Map<ServiceName, Known>();
  private nextAt = 0;
  private refreshing: Promise<void> | null = null;
  private latest: readonly DocumentPart[] | null = null;

  constructor(
    private readonly services: ServiceClient,
    private readonly tokens: PrincipalTokensService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the document of every service, or the last one received if the service does not respond. Returns the same
   * array until a document changes.
   */
  async parts(): Promise<readonly DocumentPart[]> {
    if (this.clock.now().getTime() >= this.nextAt) {
      this.refreshing ??= this.refresh().finally(() => (this.refreshing = null));
      await this.refreshing;
    }
    return (this.latest ??= UPSTREAM_NAMES.map((service) => ({
      service,
      document: this.known.get(service)?.document ?? null,
    })));
  }

  private async refresh(): Promise<void> {
    const responded = await Promise.all(UPSTREAM_NAMES.map((service) => this.fetch(service)));
    const wait = responded.every(Boolean) ? MAX_AGE_MS : RETRY_MS;
    this.nextAt = this.clock.now().getTime() + wait;
  }

  private async fetch(service: ServiceName): Promise<boolean> {
    try {
      const request = {
        path: SERVICE_DOCUMENT_PATH,
        timeoutMs: this.known.has(service) ? TIMEOUT_MS : FIRST_TIMEOUT_MS,
        raw: true,
      };
      // The client's token is for the gateway alone.
      const principalToken = await this.tokens.publicToken(service);
      const { status, body: text } = await runInContext(
        { ...currentContext(), service: 'gateway', principalToken },
        () => this.services.request<string>(service, request),
      );
      if (status !== 200) throw new Error(`responded ${status}`);
      if (text === this.known.get(service)?.text) return true;
      this.known.set(service, { text, document: readDocument(text) });
      this.latest = null;
      return true;
    } catch (error) {
      this.logger.warn(`Could not load the OpenAPI document of ${service}: ${(error as Error).message}`);
      return false;
    }
  }
}

/** Throws unless the text is an OpenAPI 3.1 document, for instance if a proxy sent a page. */
function readDocument(text: string): ApiDocument {
  const document = JSON.parse(text) as Partial<ApiDocument>;
  const { openapi, paths, components } = document;
  if (!openapi?.startsWith('3.1.') || !isObject(paths) || !isObject(components?.schemas)) {
    throw new Error('the response is not an OpenAPI 3.1 document');
  }
  return document as ApiDocument;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
