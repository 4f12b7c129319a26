import { Injectable } from '@nestjs/common';
import type { MergedDocument } from '../openapi/merge-documents';
import { MergedDocumentService } from '../openapi/merged-document.service';
import { type Tool, toolsOf } from './tool';
import { TOOL_DEFINITIONS } from './tool-definitions';

/**
 * The tools that exist now: those whose operation is in the merged OpenAPI document. The tools of a service are listed
 * after the gateway has received its document. A service that stops later keeps its tools, which then respond 503.
 */
@Injectable()
export class ToolCatalogueService {
  private made: { from: MergedDocument['document']; tools: readonly Tool[] } | null = null;

  constructor(private readonly merged: MergedDocumentService) {}

  /** Waits up to five seconds for services that do not respond with their document. */
  async list(): Promise<readonly Tool[]> {
    const { document } = await this.merged.get();
    if (this.made?.from !== document)
      this.made = { from: document, tools: toolsOf(document, TOOL_DEFINITIONS) };
    return this.made.tools;
  }

  /** Returns the tool, or null. Waits for the services only if the tool is not known yet. */
  async find(name: string): Promise<Tool | null> {
    const known = this.made?.tools.find((tool) => tool.name === name);
    const current = this.list();
    if (!known) return (await current).find((tool) => tool.name === name) ?? null;
    current.catch(() => undefined);
    return known;
  }

  /** Returns true for a tool that may appear when a service whose document is missing responds. */
  isExpected(name: string): boolean {
    const isIncomplete = Boolean(this.made?.from['x-unavailable']?.length);
    return isIncomplete && TOOL_DEFINITIONS.some((definition) => definition.name === name);
  }
}
