import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@plaudit/contracts';
import type { ApiDocument } from '@plaudit/runtime';
import { mergeDocuments } from '../openapi/merge-documents';
import { type Tool, toolsOf } from './tool';
import { TOOL_DEFINITIONS } from './tool-definitions';

/** The committed openapi.json of a service, or null if it has none. */
export function documentOf(service: ServiceName): ApiDocument | null {
  const path = join(__dirname, '..', '..', '..', service, 'openapi.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ApiDocument) : null;
}

/** The tools of the gateway when it has the documents of all services. */
export function allTools(): Tool[] {
  const parts = SERVICE_NAMES.map((service) => ({ service, document: documentOf(service) }));
  return toolsOf(mergeDocuments(parts).document, TOOL_DEFINITIONS);
}

export function toolNamed(name: string): Tool {
  const tool = allTools().find((one) => one.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
}
