/** The due time of a message that waits for an event and not for a time. No claim reaches it. */
export const UNSCHEDULED = new Date('9999-12-31T00:00:00Z');

/** Returns true if a message that is due then waits for an event. */
export function isUnscheduled(dueAt: Date | null): boolean {
  return dueAt?.getTime() === UNSCHEDULED.getTime();
}

/** Returns when a message that is due then is expected to be sent. Returns null if nobody knows. */
export function sendAtOf(dueAt: Date): Date | null {
  return isUnscheduled(dueAt) ? null : dueAt;
}
