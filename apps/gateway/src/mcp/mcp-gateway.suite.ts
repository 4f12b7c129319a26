import { PRINCIPAL_HEADER, type ServiceName } from '@plaudit/contracts';
import { SERVICE_DOCUMENT_PATH } from '@plaudit/runtime';
import type { FixtureHandler, FixtureServer } from '@plaudit/testing';
import { type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { documentOf } from './committed-tools.suite';

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
