import type { ServiceName } from '../services';

/** One entry of the catalogue: the only definition of an event, for its producer and its consumers. */
export interface EventDefinition<P extends object = object> {
  /** `<noun>.<verb in the past>`. */
  readonly name: string;
  readonly noun: string;
  readonly version: number;
  readonly producer: ServiceName;
  /** The payload's class. Its class-validator metadata is the schema. */
  readonly payload: new () => P;
  readonly summary: string;
  readonly example: P;
  /** The pattern that Nest handlers subscribe to: `review.created.v1`. */
  readonly pattern: string;
}

/** The class alone decides the type of the payload. */
type Declared<P extends object> = Omit<EventDefinition<P>, 'noun' | 'pattern' | 'example'> & {
  readonly example: NoInfer<P>;
};

/** Declares an event. Throws if the name is not `<noun>.<verb>` in lower case. */
export function defineEvent<P extends object>(declared: Declared<P>): EventDefinition<P> {
  const [noun, verb, ...rest] = declared.name.split('.');
  if (!noun || !verb || rest.length > 0 || !/^[a-z_.]+$/.test(declared.name)) {
    throw new Error(`The event name "${declared.name}" must be <noun>.<verb> in lower case.`);
  }
  return { ...declared, noun, pattern: `${declared.name}.v${declared.version}` };
}
