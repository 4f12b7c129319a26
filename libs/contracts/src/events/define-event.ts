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

type Declared<P extends object> = Omit<EventDefinition<P>, 'noun' | 'pattern'>;

/** Returns the noun of an event's name: `review` of `review.created`. */
type NounOf<Name extends string> = Name extends `${infer Noun}.${string}` ? Noun : never;

/** Declares an event. Throws if the name is not `<noun>.<verb>` in lower case. */
export function defineEvent<P extends object, const Name extends string>(
  declared: Declared<P> & { name: Name },
): EventDefinition<P> & { noun: NounOf<Name> } {
  const [noun, verb, ...rest] = declared.name.split('.');
  if (!noun || !verb || rest.length > 0 || !/^[a-z_.]+$/.test(declared.name)) {
    throw new Error(`The event name "${declared.name}" must be <noun>.<verb> in lower case.`);
  }
  return { ...declared, noun: noun as NounOf<Name>, pattern: `${declared.name}.v${declared.version}` };
}
