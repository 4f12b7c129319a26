/** The place of a request or event in a trace, as W3C Trace Context writes it. A field is null or absent if there is none. */
export interface TraceContext {
  /** `00-<trace id>-<span id>-<flags>`. */
  traceparent?: string | null;
  /** What tracing systems add about the trace. It is passed on as it came. */
  tracestate?: string | null;
}

/** Only version 00 exists. Ids of zeros are invalid. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const MAX_TRACESTATE = 512;
const MAX_MEMBERS = 32;
const KEY = '(?:[a-z0-9][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})';
/** Printable ASCII without comma and equals sign. The last character is no space. */
const VALUE = '[\\x20-\\x2b\\x2d-\\x3c\\x3e-\\x7e]{0,255}[\\x21-\\x2b\\x2d-\\x3c\\x3e-\\x7e]';
const MEMBER = new RegExp(`^${KEY}=${VALUE}$`);

export function isTraceparent(value: unknown): value is string {
  return typeof value === 'string' && TRACEPARENT.test(value);
}

/** Returns true for a list of at most 32 members and 512 characters, without a repeated key. */
export function isTracestate(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > MAX_TRACESTATE) return false;
  const members = value.split(',').map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''));
  const keys = new Set(members.map((member) => member.slice(0, member.indexOf('='))));
  return (
    members.length <= MAX_MEMBERS &&
    keys.size === members.length &&
    members.every((member) => MEMBER.test(member))
  );
}

/** Returns what is valid of a trace context that came from outside. A tracestate without a traceparent means nothing. */
export function readTraceContext({
  traceparent,
  tracestate,
}: Record<keyof TraceContext, unknown>): TraceContext {
  if (!isTraceparent(traceparent)) return { traceparent: null, tracestate: null };
  return { traceparent, tracestate: isTracestate(tracestate) ? tracestate : null };
}

/** Returns true if the sender of the traceparent records its spans. */
export function isSampled(traceparent: string | null | undefined): traceparent is string {
  return isTraceparent(traceparent) && (Number.parseInt(traceparent.slice(-2), 16) & 1) === 1;
}

/** Returns the headers that pass a trace context on. */
export function traceHeaders({ traceparent, tracestate }: TraceContext = {}): Record<string, string> {
  if (!traceparent) return {};
  return tracestate ? { traceparent, tracestate } : { traceparent };
}
