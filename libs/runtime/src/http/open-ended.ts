import type { ServerResponse } from 'node:http';

const ends = new WeakMap<ServerResponse, () => void>();

/**
 * Marks a response that goes on until the client leaves, such as a stream of events. It does not count as a request in flight,
 * and its duration is not measured. `end` is called when the service stops, so that the stop does not wait for it.
 */
export function markOpenEnded(response: ServerResponse, end: () => void): void {
  ends.set(response, end);
}

export function isOpenEnded(response: ServerResponse): boolean {
  return ends.has(response);
}

/** Ends the response if it is marked. */
export function endOpenEnded(response: ServerResponse): void {
  ends.get(response)?.();
}
