import type { ServiceName } from '../services';

/** One entry of the catalogue: the only definition of an event, for its producer and all of its consumers. */
export interface EventDefinition<P extends object = object> {
  /** `<noun>.<verb in the past>`. */
  readonly name: string;
  readonly noun: string;
  readonly version: number;
  readonly producer: ServiceName;
  /** The payload's class; class-validator metadata on it is the schema. */
  readonly payload: new () => P;
  readonly summary: string;
  readonly example: P;
  /** What Nest handlers subscribe to: `review.created.v1`. */
  readonly pattern: string;
}

type Declared<P extends object> = Omit<EventDefinition<P>, 'noun' | 'pattern'>;

/** Declares an event; throws when the name is not `<noun>.<verb>` in lower case. */
export function defineEvent<P extends object>(declared: Declared<P>): EventDefinition<P> {
  const [noun, verb, ...rest] = declared.name.split('.');
  if (!noun || !verb || rest.length > 0 || !/^[a-z_.]+$/.test(declared.name)) {
    throw new Error(`event name "${declared.name}" is not <noun>.<verb>`);
  }
  return { ...declared, noun, pattern: `${declared.name}.v${declared.version}` };
}
