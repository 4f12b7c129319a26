import type { TraceContext } from '@plaudit/contracts';

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
