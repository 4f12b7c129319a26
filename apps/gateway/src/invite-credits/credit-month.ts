/** Returns when the UTC month of `at` began, or the month that is `offset` months later. */
export function monthStart(at: Date, offset = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));
}

/** Returns the invitations that are left of a monthly limit. -1 means unlimited. */
export function creditsLeft(limit: number, sent: number): number {
  return limit === -1 ? -1 : Math.max(0, limit - sent);
}
