import { decodeMessage, type MessageType } from './protobuf';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  /** `service.name` of the resource. */
  service: string;
  resource: Record<string, unknown>;
  traceId: string;
  spanId: string;
  /** Null for the first span of a trace. */
  parentId: string | null;
  name: string;
  kind: (typeof KINDS)[number];
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  failed: boolean;
  traceState: string;
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const STATUS_ERROR = 2;

const VALUE: MessageType = {
  1: ['stringValue', 'text'],
  2: ['boolValue', 'number'],
  3: ['intValue', 'number'],
  4: ['doubleValue', 'double'],
};
const ATTRIBUTE: MessageType = { 1: ['key', 'text'], 2: ['value', VALUE] };
const LINK: MessageType = { 1: ['traceId', 'hex'], 2: ['spanId', 'hex'] };
const SPAN: MessageType = {
  1: ['traceId', 'hex'],
  2: ['spanId', 'hex'],
  3: ['traceState', 'text'],
  4: ['parentSpanId', 'hex'],
  5: ['name', 'text'],
  6: ['kind', 'number'],
  9: ['attributes[]', ATTRIBUTE],
  13: ['links[]', LINK],
  15: ['status', { 3: ['code', 'number'] }],
};
/** ExportTraceServiceRequest of opentelemetry/proto/collector/trace/v1. Its names are those of the JSON form. */
const REQUEST: MessageType = {
  1: [
    'resourceSpans[]',
    { 1: ['resource', { 1: ['attributes[]', ATTRIBUTE] }], 2: ['scopeSpans[]', { 2: ['spans[]', SPAN] }] },
  ],
};

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface SpanMessage {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes?: Attribute[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
  traceState?: string;
}

interface Request {
  resourceSpans?: {
    resource?: { attributes?: Attribute[] };
    scopeSpans?: { spans?: SpanMessage[] }[];
  }[];
}

/** Reads the body of an OTLP request in either format. Throws if the body is not of the content type. */
export function readExportRequest(body: Buffer, contentType: string | undefined): ReceivedSpan[] {
  const request = (
    contentType === 'application/x-protobuf'
      ? decodeMessage(body, REQUEST)
      : JSON.parse(body.toString('utf8'))
  ) as Request;
  return (request.resourceSpans ?? []).flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans.flatMap(({ spans = [] }) =>
      spans.map((span) => received(span, attributesOf(resource?.attributes))),
    ),
  );
}

function received(span: SpanMessage, resource: Record<string, unknown>): ReceivedSpan {
  const { traceId, spanId, parentSpanId, name, kind, links = [], status, traceState = '' } = span;
  return {
    service: String(resource['service.name']),
    resource,
    traceId,
    spanId,
    parentId: parentSpanId || null,
    name,
    kind: KINDS[kind] ?? 'unspecified',
    attributes: attributesOf(span.attributes),
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
    failed: status?.code === STATUS_ERROR,
    traceState,
  };
}

function attributesOf(attributes: Attribute[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
