import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sends one response with Node's HTTP server alone, and a 304 to its ETag. HEADERS is JSON, BODY is base64. */
const { HEADERS = '{}', BODY = '', ETAG = '""' } = process.env;

const ofBoth = [...Object.entries(JSON.parse(HEADERS) as Record<string, string>), ['etag', ETAG]];
const body = Buffer.from(BODY, 'base64');
const unchanged = ofBoth.flat();
const whole = [...unchanged, 'content-length', String(body.length)];

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === ETAG) response.writeHead(304, unchanged).end();
  else response.writeHead(200, whole).end(body);
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
