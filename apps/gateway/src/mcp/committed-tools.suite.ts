import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@plaudit/contracts';
import type { ApiDocument } from '@plaudit/runtime';
import { ALIASES, API, findDestination, MCP_PATH } from '../proxy/route-table';
import { type Tool, toolsOf } from './tool';
import { TOOL_DEFINITIONS } from './tool-definitions';

const PATH = join(__dirname, '..', '..', '..', '..', 'docs', 'openapi.json');
const API_DOCUMENT = JSON.parse(readFileSync(PATH, 'utf8')) as ApiDocument;

/** What a service says of itself: its part of the committed docs/openapi.json. */
export function documentOf(service: ServiceName): ApiDocument {
  const own = Object.entries(API_DOCUMENT.paths)
    .map(([path, item]) => [API + path, item] as const)
    .filter(([path]) => findDestination(path)?.service === service && !isSecondSpelling(path));
  return { ...API_DOCUMENT, paths: Object.fromEntries(own), webhooks: undefined };
}

function isSecondSpelling(path: string): boolean {
  return path === MCP_PATH || ALIASES.some(({ from }) => path === from || path.startsWith(`${from}/`));
}

/** The tools of the gateway when it has the documents of all services. */
export function allTools(): Tool[] {
  return toolsOf(API_DOCUMENT, TOOL_DEFINITIONS);
}

export function toolNamed(name: string): Tool {
  const tool = allTools().find((one) => one.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
}
