import { type RunningServices, startServices } from '@plaudit/runtime';
import type { Caller, World } from '@plaudit/testing';
import { reviewsService } from './service';

/** Starts a second replica of the service on the world's database and NATS, with other settings if they are given. */
export function startReplica(world: World, settings: Record<string, string> = {}): Promise<RunningServices> {
  return startServices([
    { definition: reviewsService, settings: { ...world.settings('reviews'), PORT: '0', ...settings } },
  ]);
}

/** Returns the same caller, whose requests go to this replica. */
export function through(replica: Pick<RunningServices, 'url'>, caller: Caller): Caller {
  const prototype = Object.getPrototypeOf(caller) as object;
  return Object.assign(Object.create(prototype) as Caller, caller, { urlOf: () => replica.url('reviews') });
}
