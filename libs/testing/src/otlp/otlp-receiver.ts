import { type FixtureHandler, type FixtureServer, startFixtureServer } from '../http/fixture-server';
import { type ReceivedSpan, readExportRequest } from './export-request';

/** A local collector that keeps the spans in memory. */
export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  requests: FixtureServer['requests'];
  /** All spans of the requests so far. */
  spans(): ReceivedSpan[];
  /** The spans of one trace. */
  trace(traceId: string): ReceivedSpan[];
  /** Replaces the responses, which are 200. Spans of refused requests are kept, too. */
  handle(handler: FixtureHandler): void;
  close(): Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const server = await startFixtureServer(() => ({ body: {} }));
  const spans = (): ReceivedSpan[] =>
    server.requests.flatMap(({ body, headers }) => readExportRequest(body, headers['content-type']));
  return {
    url: server.url,
    requests: server.requests,
    spans,
    trace: (traceId) => spans().filter((span) => span.traceId === traceId),
    handle: (handler) => server.handle(handler),
    close: () => server.close(),
  };
}
