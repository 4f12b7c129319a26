import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { ApiDescription, EncodedBody } from '@plaudit/runtime';
import { type DocumentPart, type MergedDocument, mergeDocuments } from './merge-documents';
import { ServiceDocumentsCache } from './service-documents.cache';

export interface ServedDocument {
  document: MergedDocument['document'];
  /** The document as JSON. */
  body: EncodedBody;
  etag: string;
}

/** Serves the document of the whole API. */
@Injectable()
export class MergedDocumentService {
  private readonly logger = new Logger(MergedDocumentService.name);
  private made: { of: readonly DocumentPart[]; merged: ServedDocument } | null = null;

  constructor(
    private readonly own: ApiDescription,
    private readonly documents: ServiceDocumentsCache,
  ) {}

  /** Returns the same object until the document of a service changes. */
  async get(): Promise<ServedDocument> {
    const parts = await this.documents.parts();
    if (this.made?.of !== parts) this.made = { of: parts, merged: this.merge(parts) };
    return this.made.merged;
  }

  private merge(parts: readonly DocumentPart[]): ServedDocument {
    const { document, clashes } = mergeDocuments([
      { service: 'gateway', document: this.own.document },
      ...parts,
    ]);
    if (clashes.length > 0)
      this.logger.warn(`Services use the same names for different things: ${clashes.join(', ')}`);
    const text = JSON.stringify(document);
    return {
      document,
      body: new EncodedBody(text),
      etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
    };
  }
}
