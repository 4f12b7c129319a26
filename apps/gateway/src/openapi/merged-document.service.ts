import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { ApiDescription } from '@plaudit/runtime';
import { type DocumentPart, mergeDocuments } from './merge-documents';
import { ServiceDocuments } from './service-documents';

export interface MergedText {
  text: string;
  etag: string;
}

/** The document of the whole API as text, made anew when a part of it has changed. */
@Injectable()
export class MergedDocumentService {
  private readonly logger = new Logger(MergedDocumentService.name);
  private made: { of: readonly DocumentPart[]; merged: MergedText } | null = null;

  constructor(
    private readonly own: ApiDescription,
    private readonly documents: ServiceDocuments,
  ) {}

  async get(): Promise<MergedText> {
    const parts = await this.documents.parts();
    if (this.made?.of !== parts) this.made = { of: parts, merged: this.merge(parts) };
    return this.made.merged;
  }

  private merge(parts: readonly DocumentPart[]): MergedText {
    const { document, clashes } = mergeDocuments([
      { service: 'gateway', document: this.own.document },
      ...parts,
    ]);
    if (clashes.length > 0)
      this.logger.warn(`services share names for different things: ${clashes.join(', ')}`);
    const text = JSON.stringify(document);
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  }
}
