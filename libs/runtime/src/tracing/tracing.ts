import { eventContext } from '@plaudit/events';
import type { TraceContext } from '@plaudit/contracts';
import type { ServiceEnv } from '../env/service-env';

/** Values of attributes. They name things and never contain personal data, keys, queries or values of statements. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export interface SpanOptions {
  /** Default: `internal`. */
  kind?: SpanKind;
  attributes?: SpanAttributes;
  /** Default: the trace of the running code. Null starts a new trace. */
  parent?: TraceContext | null;
  /** Traces that this one has to do with, without being part of them. Invalid ones are left out. */
  links?: readonly TraceContext[];
}

/** A span that has begun. Every span must be ended. A second end has no effect. */
export interface OpenSpan {
  /** The trace context of what the span causes. */
  readonly trace: TraceContext;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** `error` is a short code such as a status, or what was thrown. Of an error only its code or name is recorded. */
  end(error?: unknown): void;
}

/** Makes and exports the spans of one service. */
export interface SpanSource {
  start(name: string, options: SpanOptions): OpenSpan;
  /** Exports what is left, within two seconds. Never rejects. */
  close(): Promise<void>;
}

/**
 * The spans of one service. Without OTEL_EXPORTER_OTLP_ENDPOINT there are none: OpenTelemetry is not loaded, and the trace
 * context of a client is passed on as it came.
 */
export class Tracing {
  private constructor(private readonly source: SpanSource | null) {}

  static async open(service: string, env: ServiceEnv): Promise<Tracing> {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: disabled } = env;
    if (!endpoint || disabled) return Tracing.OFF;
    // The SDK takes 10 MB and 50 ms, so a service without tracing does not load it.
    const { OpenTelemetry } = await import('./open-telemetry');
    return new Tracing(new OpenTelemetry(service, { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }));
  }

  static readonly OFF = new Tracing(null);

  get on(): boolean {
    return this.source !== null;
  }

  /** Starts a span. Returns null if tracing is off. */
  start(name: string, options: SpanOptions = {}): OpenSpan | null {
    if (!this.source) return null;
    const { parent = eventContext.current() ?? null } = options;
    return this.source.start(name, { ...options, parent });
  }

  /** Runs `work` in a span of its own. What it causes continues the span. */
  async run<T>(name: string, options: SpanOptions, work: (span: OpenSpan | null) => Promise<T>): Promise<T> {
    const span = this.start(name, options);
    return span ? this.within(span, () => work(span)) : work(null);
  }

  /** Runs `work` in a span that has begun, and ends it. If `work` fails, the span has the error, and this throws it. */
  async within<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
    try {
      const result = await eventContext.run({ ...eventContext.current(), ...span.trace }, work);
      span.end();
      return result;
    } catch (error) {
      span.end(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.source?.close();
  }
}
