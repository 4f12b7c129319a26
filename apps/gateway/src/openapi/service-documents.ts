import { Injectable, Logger } from '@nestjs/common';
import type { ServiceName } from '@plaudit/contracts';
import { type ApiDocument, Clock, SERVICE_DOCUMENT_PATH, ServiceClient } from '@plaudit/runtime';
import { UPSTREAM_NAMES } from '../proxy/upstreams.client';
import type { DocumentPart } from './merge-documents';

/** A change of a service is seen after this long. */
const MAX_AGE_MS = 60_000;
/** How long whoever asks is kept waiting for services that do not answer, and how soon those are asked again. */
const PATIENCE_MS = 2_000;
const RETRY_MS = 5_000;

interface Known {
  text: string;
  document: ApiDocument;
}

/** What every other service says of itself, asked at run time: a new operation of a service needs no new gateway. */
@Injectable()
export class ServiceDocuments {
  private readonly logger = new Logger(ServiceDocuments.name);
  private readonly known = new Map<ServiceName, Known>();
  private nextAt = 0;
  private asking: Promise<void> | null = null;
  private latest: readonly DocumentPart[] | null = null;

  constructor(
    private readonly services: ServiceClient,
    private readonly clock: Clock,
  ) {}

  /** A service that does not answer keeps its last known part. The same array as long as nothing has changed. */
  async parts(): Promise<readonly DocumentPart[]> {
    if (this.clock.now().getTime() >= this.nextAt) {
      this.asking ??= this.askAll().finally(() => (this.asking = null));
      await this.asking;
    }
    return (this.latest ??= UPSTREAM_NAMES.map((service) => ({
      service,
      document: this.known.get(service)?.document ?? null,
    })));
  }

  private async askAll(): Promise<void> {
    const answered = await Promise.all(UPSTREAM_NAMES.map((service) => this.ask(service)));
    const wait = answered.every(Boolean) ? MAX_AGE_MS : RETRY_MS;
    this.nextAt = this.clock.now().getTime() + wait;
  }

  private async ask(service: ServiceName): Promise<boolean> {
    try {
      const question = { path: SERVICE_DOCUMENT_PATH, timeoutMs: PATIENCE_MS, raw: true };
      const { status, body: text } = await this.services.request<string>(service, question);
      if (status !== 200) throw new Error(`answered ${status}`);
      if (text === this.known.get(service)?.text) return true;
      this.known.set(service, { text, document: readDocument(text) });
      this.latest = null;
      return true;
    } catch (error) {
      this.logger.warn(`the document of ${service} could not be had: ${(error as Error).message}`);
      return false;
    }
  }
}

/** Throws for what is no document of ours: a proxy's page, or a service of another age. */
function readDocument(text: string): ApiDocument {
  const document = JSON.parse(text) as Partial<ApiDocument>;
  const { openapi, paths, components } = document;
  if (!openapi?.startsWith('3.1.') || !isObject(paths) || !isObject(components?.schemas)) {
    throw new Error('answered with something else than an OpenAPI 3.1 document');
  }
  return document as ApiDocument;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
