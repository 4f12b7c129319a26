import { type DomainEvent, type EventDefinition, isTracestate, MAX_EVENT_BYTES } from '@plaudit/contracts';
import { PermanentError } from '../consume/retry-policy';
import { readingProblems } from './payload-problems';

const TEXTS = ['id', 'type', 'subject', 'time'] as const satisfies (keyof DomainEvent)[];
const WHOLE_NUMBERS = [
  'dataversion',
  'accountid',
  'subaccountid',
  'aggregateversion',
] as const satisfies (keyof DomainEvent)[];

/** Larger than what is produced, so that a later release may raise its limit. The server's own limit is as large. */
const MAX_READ_BYTES = 4 * MAX_EVENT_BYTES;
/** The inbox and the table of parked events have these texts in an index. */
const SHORT_TEXT = /^[\x21-\x7e]{1,200}$/;

/**
 * Returns the envelope in a message. Throws {@link PermanentError} if a field that the consumers use is invalid. The
 * other fields and the payload are not checked.
 */
export function readEvent(data: Uint8Array): DomainEvent {
  if (data.length > MAX_READ_BYTES) {
    throw new PermanentError(`the message has ${data.length} bytes and may have at most ${MAX_READ_BYTES}`);
  }
  const envelope = parse(data) as Partial<Record<keyof DomainEvent, unknown>> | null;
  if (typeof envelope !== 'object' || envelope === null)
    throw new PermanentError('the message is not a JSON object');
  const invalid = [
    ...TEXTS.filter((field) => typeof envelope[field] !== 'string' || envelope[field] === ''),
    ...WHOLE_NUMBERS.filter((field) => !Number.isSafeInteger(envelope[field])),
    ...(envelope.data === undefined ? ['data'] : []),
  ];
  if (invalid.length > 0)
    throw new PermanentError(`invalid envelope: ${invalid.join(', ')} missing or invalid`);
  const event = envelope as unknown as DomainEvent;
  const { id, type, time } = event;
  if (!SHORT_TEXT.test(id) || !SHORT_TEXT.test(type) || Number.isNaN(Date.parse(time))) {
    throw new PermanentError('invalid envelope: id, type or time has an impossible value');
  }
  return { ...event, ...originOf(event) };
}

/** Events that an event causes carry these on. An event without them begins a chain of its own. */
function originOf({ id, correlationid, traceparent, tracestate }: DomainEvent) {
  return {
    correlationid: typeof correlationid === 'string' && correlationid !== '' ? correlationid : id,
    traceparent: typeof traceparent === 'string' ? traceparent : null,
    ...(tracestate === undefined ? {} : { tracestate: isTracestate(tracestate) ? tracestate : undefined }),
  };
}

/**
 * Throws {@link PermanentError} if one of the fields is invalid. `fields` are those that the handlers read, or null for
 * all.
 */
export function checkPayload(
  definition: EventDefinition,
  event: DomainEvent,
  fields: readonly string[] | null,
): void {
  const problems = readingProblems(definition, event.data, fields);
  if (problems.length > 0) throw new PermanentError(`invalid payload: ${problems.join('; ')}`);
}

function parse(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'));
  } catch {
    // The error of the parser repeats the beginning of the message, which may be personal data.
    throw new PermanentError('the message is not JSON');
  }
}
