import type { ServiceName } from '../services';

/** One entry of the catalogue: the only definition of an event, for its producer and its consumers. */
export interface EventDefinition<
  P extends object = object,
  Name extends string = string,
  Version extends number = number,
> {
  /** `<noun>.<verb in the past>`. */
  readonly name: Name;
  readonly noun: NounOf<Name>;
  readonly version: Version;
  readonly producer: ServiceName;
  /** The payload's class. Its class-validator metadata is the schema. */
  readonly payload: new () => P;
  readonly summary: string;
  readonly example: P;
  /** The pattern that Nest handlers subscribe to: `review.created.v1`. */
  readonly pattern: string;
  /** The URN of the JSON Schema of the whole message, which every event names in `dataschema`. */
  readonly schemaId: string;
}

/** The noun in an event's name: `review` of `review.created`. */
export type NounOf<Name extends string> = Name extends `${infer Noun}.${string}` ? Noun : string;

/** The class alone decides the type of the payload. */
type Declared<P extends object, Name extends string, Version extends number> = Omit<
  EventDefinition<P, Name, Version>,
  'noun' | 'pattern' | 'schemaId' | 'example'
> & { readonly example: NoInfer<P> };

/** Declares an event. Throws if the name is not `<noun>.<verb>` in lower case. */
export function defineEvent<P extends object, const Name extends string, const Version extends number>(
  declared: Declared<P, Name, Version>,
): EventDefinition<P, Name, Version> {
  const { name, version } = declared;
  const [noun, verb, ...rest] = name.split('.');
  if (!noun || !verb || rest.length > 0 || !/^[a-z_.]+$/.test(name)) {
    throw new Error(`The event name "${name}" must be <noun>.<verb> in lower case.`);
  }
  return {
    ...declared,
    noun: noun as NounOf<Name>,
    pattern: `${name}.v${version}`,
    schemaId: `urn:plaudit:event:${name}:v${version}`,
  };
}
