import {
  createTraceState,
  ROOT_CONTEXT,
  type Context,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { isSampled, readTraceContext, type TraceContext } from '@plaudit/contracts';
import { OtlpExporter } from './otlp-exporter';
import { resourceAttributes, samplerOf, type TraceSettings } from './trace-settings';
import type { OpenSpan, SpanAttributes, SpanOptions, SpanSource } from './span';

const STOP_MS = 2_000;
const MAX_ATTRIBUTE = 256;
const EXPORT_TIMEOUT_MS = 10_000;
const MAX_BATCH = 512;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** The name of an error or a code such as a status. A message may contain personal data. */
const SHORT = /^[\w.:-]{1,64}$/;

/**
 * The spans of one service with the SDK of OpenTelemetry. Each service has a provider of its own, because several may run in
 * one process. The SDK's context is not used: the parent of a span is in the context that the runtime has anyway.
 */
export class OpenTelemetry implements SpanSource {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor(service: string, settings: TraceSettings) {
    const processor = new BatchSpanProcessor({
      exporter: new OtlpExporter(settings, EXPORT_TIMEOUT_MS),
      maxQueueSize: settings.OTEL_BSP_MAX_QUEUE_SIZE,
      maxExportBatchSize: Math.min(MAX_BATCH, settings.OTEL_BSP_MAX_QUEUE_SIZE),
      scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY,
      exportTimeoutMillis: EXPORT_TIMEOUT_MS + STOP_MS,
    });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.namespace': 'plaudit',
        ...resourceAttributes(settings.OTEL_RESOURCE_ATTRIBUTES),
        'service.name': service,
        'process.pid': process.pid,
      }),
      sampler: samplerOf(settings),
      spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE },
      spanProcessors: [processor],
    });
    this.tracer = this.provider.getTracer('plaudit');
  }

  start(name: string, { kind = 'internal', attributes, parent, links = [] }: SpanOptions): OpenSpan {
    const given = read(parent);
    const isRemote = kind === 'server' || kind === 'consumer';
    const options = {
      kind: KINDS[kind],
      attributes,
      links: links.map(linkTo).filter((link) => link !== null),
    };
    const span = this.tracer.startSpan(name, options, contextOf(spanContextOf(given, isRemote)));
    return new StartedSpan(span, given.tracestate ?? null);
  }

  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_MS)));
    await Promise.race([this.provider.shutdown().catch(() => {}), expired]);
    clearTimeout(timer);
  }
}

class StartedSpan implements OpenSpan {
  readonly trace: TraceContext;
  private ended = false;

  constructor(
    private readonly span: Span,
    tracestate: string | null,
  ) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    const flags = traceFlags.toString(16).padStart(2, '0');
    this.trace = { traceparent: `00-${traceId}-${spanId}-${flags}`, tracestate };
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  end(error?: unknown): void {
    if (this.ended) return;
    this.ended = true;
    if (error !== undefined && error !== null) {
      this.span.setStatus({ code: SpanStatusCode.ERROR });
      this.span.setAttribute('error.type', errorType(error));
    }
    this.span.end();
  }
}

function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const named = [error, code, name].find((each) => typeof each === 'string' && SHORT.test(each));
  return (named as string | undefined) ?? '_OTHER';
}

function contextOf(parent: SpanContext | null): Context {
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

function linkTo(given: TraceContext): { context: SpanContext } | null {
  const context = spanContextOf(read(given), true);
  return context && { context };
}

function read(given: TraceContext | null | undefined): TraceContext {
  return readTraceContext({ traceparent: given?.traceparent, tracestate: given?.tracestate });
}

function spanContextOf({ traceparent, tracestate }: TraceContext, isRemote: boolean): SpanContext | null {
  if (!traceparent) return null;
  const [, traceId, spanId] = traceparent.split('-') as [string, string, string];
  const traceState = tracestate ? createTraceState(tracestate) : undefined;
  return { traceId, spanId, traceFlags: isSampled(traceparent) ? 1 : 0, isRemote, traceState };
}
