import { setTimeout as delay } from 'node:timers/promises';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { Logger } from '@nestjs/common';
import { hostAndPort, OutboundClient } from '@plaudit/outbound';
import { readPairs } from '../env/pairs';
import type { TraceSettings } from './trace-settings';

/** What the SDK expects as the result of an export. */
type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];

const DONE: ExportResult = { code: 0 };

/** Responses after which OTLP permits another attempt. */
const RETRYABLE = new Set([429, 502, 503, 504]);
const FIRST_PAUSE_MS = 500;
/** Response bodies say nothing that is used. */
const MAX_RESPONSE_BYTES = 64 * 1024;

const FORMATS = {
  'http/protobuf': { serializer: ProtobufTraceSerializer, contentType: 'application/x-protobuf' },
  'http/json': { serializer: JsonTraceSerializer, contentType: 'application/json' },
} as const;

/**
 * Sends spans to a collector over HTTP. The exporter of OpenTelemetry cannot be stopped while it retries, so this is our
 * own around its serialisers. An export takes at most `timeoutMs`. Nothing waits for it: spans of failed exports are lost.
 */
export class OtlpExporter implements SpanExporter {
  private readonly logger = new Logger('Tracing');
  private readonly outbound: OutboundClient;
  /** Those of the exports that are under way. */
  private readonly aborters = new Set<AbortController>();
  private stopping = false;
  private readonly url: string;
  private readonly headers: Record<string, string>;
  private readonly serialize: (spans: ReadableSpan[]) => Uint8Array | undefined;
  /** The spans that were lost since the last export that succeeded. */
  private lost = 0;

  constructor(
    settings: TraceSettings,
    private readonly timeoutMs: number,
  ) {
    const { serializer, contentType } = FORMATS[settings.OTEL_EXPORTER_OTLP_PROTOCOL];
    this.serialize = (spans) => serializer.serializeRequest(spans);
    this.url = `${settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`;
    this.headers = { ...readPairs(settings.OTEL_EXPORTER_OTLP_HEADERS), 'content-type': contentType };
    this.outbound = new OutboundClient({
      userAgent: 'Plaudit',
      // The operator named the collector, which is mostly in their own network.
      allowHosts: [hostAndPort(new URL(this.url))],
      connectionsPerOrigin: 1,
      headersTimeoutMs: timeoutMs,
      bodyTimeoutMs: timeoutMs,
      totalTimeoutMs: timeoutMs,
      maxBytes: MAX_RESPONSE_BYTES,
      overflow: 'truncate',
    });
  }

  /** Always reports success, because the SDK would log the error again. */
  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    void this.deliver(spans).finally(() => done(DONE));
  }

  async shutdown(): Promise<void> {
    await this.outbound.close();
  }

  /** Ends the exports that are under way. */
  async abort(): Promise<void> {
    this.stopping = true;
    for (const aborter of this.aborters) aborter.abort(new Error('the service stops'));
    await this.outbound.close();
  }

  private async deliver(spans: ReadableSpan[]): Promise<void> {
    try {
      await this.send(spans);
      this.succeeded();
    } catch (error) {
      this.failed(spans.length, error as Error);
    }
  }

  private async send(spans: ReadableSpan[]): Promise<void> {
    const serialized = this.serialize(spans);
    if (!serialized) throw new Error('the spans cannot be serialised');
    if (this.stopping) throw new Error('the service stops');
    // Not AbortSignal.any: on Node 20 a signal that lives as long as the process keeps a trace of each one made from it.
    const aborter = new AbortController();
    const late = new Error(`the collector did not answer within ${this.timeoutMs} ms`);
    const timer = setTimeout(() => aborter.abort(late), this.timeoutMs).unref();
    this.aborters.add(aborter);
    try {
      await this.sendUntil(aborter.signal, Buffer.from(serialized));
    } finally {
      clearTimeout(timer);
      this.aborters.delete(aborter);
    }
  }

  /** Repeats the request until it succeeds, the collector refuses it for good, or the signal aborts. */
  private async sendUntil(signal: AbortSignal, body: Buffer): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const failure = await this.attempt(body, signal);
      if (failure === null) return;
      if (!failure.retryable) throw failure.error;
      // The first failure says more than the timeout that follows it.
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => {
        throw failure.error;
      });
    }
  }

  private async attempt(
    body: Buffer,
    signal: AbortSignal,
  ): Promise<{ error: Error; retryable: boolean } | null> {
    try {
      const { headers } = this;
      const { status } = await this.outbound.request(this.url, { method: 'POST', headers, body, signal });
      if (status >= 200 && status < 300) return null;
      return { error: new Error(`the collector responded ${status}`), retryable: RETRYABLE.has(status) };
    } catch (error) {
      return { error: error as Error, retryable: !signal.aborted };
    }
  }

  private succeeded(): void {
    if (this.lost > 0)
      this.logger.log({ message: 'Exported spans again after an outage of the collector', lost: this.lost });
    this.lost = 0;
  }

  private failed(spans: number, { message: error }: Error): void {
    if (this.lost === 0)
      this.logger.warn({
        message: 'Failed to export spans; they are lost until the collector answers',
        error,
      });
    this.lost += spans;
  }
}
