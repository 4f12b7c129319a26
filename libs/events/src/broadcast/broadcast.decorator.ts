import type { EventDefinition } from '@plaudit/contracts';

const HEARD = Symbol('plaudit.broadcast');
const GAP = Symbol('plaudit.broadcast-gap');

/**
 * Every replica calls the method with every event of this kind, as it is published: for caches that must forget.
 * No acknowledgement, no order with the durables, no retry; what is missed is missed, so pair it with
 * {@link BroadcastGap}. The same event may come twice.
 */
export function Broadcast(definition: EventDefinition): MethodDecorator {
  return (_target, _name, descriptor: PropertyDescriptor) => {
    const method = descriptor.value as object;
    Reflect.defineMetadata(HEARD, [...broadcastsOf(method), definition], method);
  };
}

/** Called, without arguments, whenever broadcasts may have been missed: after each (re)connect to NATS. Drop caches. */
export function BroadcastGap(): MethodDecorator {
  return (_target, _name, descriptor: PropertyDescriptor) => {
    Reflect.defineMetadata(GAP, true, descriptor.value as object);
  };
}

export function broadcastsOf(method: object): EventDefinition[] {
  return (Reflect.getMetadata(HEARD, method) as EventDefinition[] | undefined) ?? [];
}

export function isGapHandler(method: object): boolean {
  return Reflect.getMetadata(GAP, method) === true;
}
