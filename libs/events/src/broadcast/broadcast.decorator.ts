import type { EventDefinition } from '@plaudit/contracts';

const DEFINITIONS = Symbol('plaudit.broadcast');
const GAP = Symbol('plaudit.broadcast-gap');

/**
 * Every replica calls the method with every event of this kind when it is published. Use it to invalidate caches.
 * There are no acknowledgements and no retries, and the order relative to the durables is undefined. An event can be
 * missed, so use it with {@link BroadcastGap}. The same event may arrive twice.
 */
export function Broadcast(definition: EventDefinition): MethodDecorator {
  return (_target, _name, descriptor: PropertyDescriptor) => {
    const method = descriptor.value as object;
    Reflect.defineMetadata(DEFINITIONS, [...broadcastsOf(method), definition], method);
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

export function broadcastsOf(method: object): EventDefinition[] {
  return (Reflect.getMetadata(DEFINITIONS, method) as EventDefinition[] | undefined) ?? [];
}

export function isGapHandler(method: object): boolean {
  return Reflect.getMetadata(GAP, method) === true;
}
