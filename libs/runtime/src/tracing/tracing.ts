import { eventContext } from '@plaudit/events';
import type { ServiceEnv } from '../env/service-env';
import type { OpenSpan, SpanOptions, SpanSource } from './span';

/**
 * The spans of one service. Without OTEL_EXPORTER_OTLP_ENDPOINT there are none: OpenTelemetry is not loaded, and the trace
 * context of a client is passed on as it came.
 */
export class Tracing {
  private constructor(private readonly source: SpanSource | null) {}

  static async open(service: string, env: ServiceEnv): Promise<Tracing> {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: disabled } = env;
    if (!endpoint || disabled) return Tracing.OFF;
    // The SDK takes 16 MB and 90 ms of CPU, so a service without tracing does not load it.
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
