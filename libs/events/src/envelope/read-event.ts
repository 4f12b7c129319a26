import { type DomainEvent, type EventDefinition, findEvent } from '@plaudit/contracts';
import { PermanentError } from '../consume/retry-policy';
import { payloadProblems } from './payload-problems';

const TEXTS = [
  'id',
  'type',
  'source',
  'subject',
  'time',
  'aggregatetype',
  'correlationid',
] as const satisfies (keyof DomainEvent)[];
const WHOLE_NUMBERS = [
  'dataversion',
  'accountid',
  'subaccountid',
  'aggregateversion',
] as const satisfies (keyof DomainEvent)[];

/** Returns the envelope in a message. Throws {@link PermanentError} if it is invalid. Does not check the payload. */
export function readEvent(data: Uint8Array): DomainEvent {
  const envelope = parse(data) as Partial<Record<keyof DomainEvent, unknown>> | null;
  if (typeof envelope !== 'object' || envelope === null)
    throw new PermanentError('the message is not a JSON object');
  const invalid = [
    ...(envelope.specversion === '1.0' ? [] : ['specversion']),
    ...TEXTS.filter((field) => typeof envelope[field] !== 'string' || envelope[field] === ''),
    ...WHOLE_NUMBERS.filter((field) => !Number.isSafeInteger(envelope[field])),
    ...(envelope.data === undefined ? ['data'] : []),
  ];
  if (invalid.length > 0)
    throw new PermanentError(`invalid envelope: ${invalid.join(', ')} missing or invalid`);
  return envelope as unknown as DomainEvent;
}

/** Throws {@link PermanentError} if the catalogue does not contain the event or its payload is invalid. */
export function checkPayload(event: DomainEvent): void {
  const definition: EventDefinition | undefined = findEvent(event.type, event.dataversion);
  if (!definition) throw new PermanentError(`${event.type} v${event.dataversion} is not in the catalogue`);
  const problems = payloadProblems(definition, event.data);
  if (problems.length > 0) throw new PermanentError(`invalid payload: ${problems.join('; ')}`);
}

function parse(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'));
  } catch (error) {
    throw new PermanentError(`the message is not JSON: ${(error as Error).message}`);
  }
}
