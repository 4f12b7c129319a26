import type { DomainEvent, EventDefinition } from '@plaudit/contracts';

/** One use of {@link Broadcast}. */
export interface DeclaredBroadcast {
  definition: EventDefinition;
  fields: readonly string[];
}

const DECLARED = Symbol('plaudit.broadcast');
const GAP = Symbol('plaudit.broadcast-gap');

/**
 * Every replica calls the method with every event of this kind when it is published. Use it to invalidate caches.
 * There are no acknowledgements and no retries, and the order relative to the durables is undefined. An event can be
 * missed, so use it with {@link BroadcastGap}. The same event may arrive twice. The method declares the fields of the
 * payload that it reads, as with {@link OnEvent}.
 */
export function Broadcast<P extends object, F extends keyof P & string = never>(
  definition: EventDefinition<P>,
  ...fields: F[]
) {
  return <M extends (event: DomainEvent<Pick<P, F>>) => unknown>(
    _target: object,
    _name: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    const method = descriptor.value!;
    Reflect.defineMetadata(DECLARED, [...broadcastsOf(method), { definition, fields }], method);
  };
}

/**
 * Calls the method, without arguments, after each connect to NATS, because broadcasts may have been missed. Clear
 * caches.
 */
export function BroadcastGap(): MethodDecorator {
  return (_target, _name, descriptor: PropertyDescriptor) => {
    Reflect.defineMetadata(GAP, true, descriptor.value as object);
  };
}

export function broadcastsOf(method: object): DeclaredBroadcast[] {
  return (Reflect.getMetadata(DECLARED, method) as DeclaredBroadcast[] | undefined) ?? [];
}

export function isGapHandler(method: object): boolean {
  return Reflect.getMetadata(GAP, method) === true;
}
