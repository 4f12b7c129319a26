import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRINCIPAL_HEADER, SERVICE_NAMES, type ServiceName } from '@plaudit/contracts';
import { type ApiDocument, SERVICE_DOCUMENT_PATH } from '@plaudit/runtime';
import type { FixtureHandler, FixtureServer } from '@plaudit/testing';
import { type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
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

/** A gateway world whose upstreams also serve the OpenAPI documents of the services. Those requests are not recorded. */
export async function startMcpGateway(settings: Record<string, string> = {}): Promise<GatewayWorld> {
  const gateway = await startGatewayWorld(settings);
  const upstreams = Object.entries(gateway.upstreams).map(([name, server]) => [
    name,
    serveDocument(name as ServiceName, server),
  ]);
  return { ...gateway, upstreams: Object.fromEntries(upstreams) as GatewayWorld['upstreams'] };
}

function serveDocument(service: ServiceName, server: FixtureServer): FixtureServer {
  const document = documentOf(service);
  const handle = (next: FixtureHandler): void =>
    server.handle((request) => {
      if (request.path !== SERVICE_DOCUMENT_PATH) return next(request);
      server.requests.splice(server.requests.indexOf(request), 1);
      if (!request.headers[PRINCIPAL_HEADER]) return { status: 401, body: { success: false } };
      return document ? { body: document } : { status: 404, body: { success: false } };
    });
  handle(() => ({ body: { service } }));
  return { ...server, handle };
}
