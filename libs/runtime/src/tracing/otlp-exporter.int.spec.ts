import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OtlpExporter } from './otlp-exporter';
import type { TraceSettings } from './trace-settings';

const PATIENCE_MS = 60_000;
const SETTINGS = {
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_EXPORTER_OTLP_HEADERS: '',
} as TraceSettings;

describe('OtlpExporter', () => {
  let server: Server;
  let exporter: OtlpExporter;
  let requests: number;
  let respond: (response: ServerResponse) => void;

  beforeEach(async () => {
    requests = 0;
    server = createServer((request, response) => {
      requests += 1;
      request.resume().on('end', () => respond(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}/`;
    exporter = new OtlpExporter({ ...SETTINGS, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, PATIENCE_MS);
  });
  afterEach(async () => {
    await exporter.shutdown();
    await new Promise((resolve) => server.close(resolve));
  });

  const exported = (): Promise<unknown> => new Promise((done) => exporter.export([], done));

  it('accepts interim responses of a proxy before the response of the collector', async () => {
    respond = (response) => {
      response.writeContinue();
      response.writeEarlyHints({ link: '</a.css>; rel=preload; as=style' });
      response.end('{}');
    };
    await exported();
    await exported();
    expect(requests).toBe(2);
  });

  it('repeats an export that a proxy answers with 503', async () => {
    respond = (response) => response.writeHead(requests === 1 ? 503 : 200).end();
    await exported();
    expect(requests).toBe(2);
  });
});
