import { EventPattern, type MessageHandler } from '@nestjs/microservices';
import type { DomainEvent, EventDefinition } from '@plaudit/contracts';

/** The event as a handler sees it: the envelope, and of the payload the declared fields. */
export type EventWith<P, F extends keyof P> = DomainEvent<Pick<P, F>>;

type Handle<P, F extends keyof P> = (event: EventWith<P, F>) => Promise<void>;

interface Extras {
  fields?: readonly string[];
}

/**
 * The method handles the events of `definition`. It declares the fields of the payload that it reads, and only these are
 * checked: their types, not the words of an enum. So a new field or a new word of a newer producer does no harm, and the
 * method must cope with a word that it does not know. A method that reads another field does not compile.
 */
export function OnEvent<P extends object, F extends keyof P & string = never>(
  definition: EventDefinition<P>,
  ...fields: F[]
) {
  const extras: Extras = { fields };
  return <M extends Handle<P, F>>(target: object, name: string, method: TypedPropertyDescriptor<M>): void => {
    EventPattern(definition.pattern, extras)(target, name, method);
  };
}

/** Returns the fields that a chain of handlers declares. Returns null if one of them declares none, and all count. */
export function fieldsOf(handler: MessageHandler): readonly string[] | null {
  const fields = new Set<string>();
  for (let one: MessageHandler | undefined = handler; one; one = one.next as MessageHandler | undefined) {
    const declared = (one.extras as Extras | undefined)?.fields;
    if (!declared) return null;
    for (const field of declared) fields.add(field);
  }
  return [...fields];
}
