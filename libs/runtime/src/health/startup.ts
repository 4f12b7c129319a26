import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MigrationStep } from '@plaudit/database';
import { sendStarting } from '../http/raw-errors';
import type { AccessLog } from '../logging/access-log';

/** What a service does before it serves requests. `/health/startup` shows it. Strangers can read it. */
export type StartupStep =
  | 'waiting for the services before it'
  | 'connecting to the database'
  | MigrationStep
  | 'connecting to NATS'
  | 'starting the application';

/** Responds while no application is attached: 200 for `/health/live`, and otherwise 503. */
export function respondWhileStarting(
  request: IncomingMessage,
  response: ServerResponse,
  step: StartupStep,
  accessLog: AccessLog | null,
): void {
  switch (request.url?.split('?', 1)[0]) {
    case '/health/live':
      return sendJson(response, 200, { status: 'ok' });
    case '/health/startup':
      return sendJson(response, 503, { status: 'starting', step });
    case '/health/ready':
      // The shape that the readiness checks of a started service have.
      return sendJson(response, 503, {
        status: 'error',
        info: {},
        error: { startup: { status: 'down' } },
        details: { startup: { status: 'down' } },
      });
    default:
      return sendStarting(request, response, accessLog);
  }
}

function sendJson(response: ServerResponse, status: 200 | 503, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
    })
    .end(text);
}
