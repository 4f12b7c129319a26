import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { Logger } from '@nestjs/common';
import { readPairs } from '../env/pairs';
import type { TraceSettings } from './trace-settings';

/** What the SDK expects as the result of an export. */
type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];

const DONE: ExportResult = { code: 0 };

/**
 * Sends spans to a collector with the SDK's exporter, which repeats failed requests for at most `timeoutMs`. Nothing waits for it: spans
 * of failed exports are lost. Logs one line when an outage begins and one when it ends, where the SDK would log every failure.
 */
export class OtlpExporter implements SpanExporter {
  private readonly logger = new Logger('Tracing');
  private readonly exporter: SpanExporter;
  /** The spans that were lost since the last export that succeeded. */
  private lost = 0;

  constructor(settings: TraceSettings, timeoutMillis: number) {
    const Exporter = settings.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json' ? JsonExporter : ProtobufExporter;
    this.exporter = new Exporter({
      url: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
      headers: { ...readPairs(settings.OTEL_EXPORTER_OTLP_HEADERS) },
      timeoutMillis,
    });
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, ({ error }) => {
      if (error) this.failed(spans.length, error);
      else this.succeeded();
      done(DONE);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
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
