const MINUTE_MS = 60_000;

/** How many attempts one counter allows, and when. Times are in milliseconds. */
export interface AttemptRule {
  /** Attempts older than this are forgotten. */
  windowMs: number;
  /** Returns how long the next attempt must wait; 0 if it may run now. `triedOn` is in order, oldest first. */
  waitMs(triedOn: readonly number[], now: number): number;
}

/** Allows `max` attempts within the window. */
function atMost(max: number, windowMs: number): AttemptRule {
  return {
    windowMs,
    waitMs: (triedOn, now) => {
      const oldest = triedOn.at(-max);
      return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - now);
    },
  };
}

const FREE_FAILURES = 5;
const FIRST_DELAY_MS = MINUTE_MS / 2;

/** Lets five attempts pass. From then on each one waits after the one before: 30 s, then twice as long, up to a limit. */
function growingDelay(maxDelayMs: number): AttemptRule {
  return {
    windowMs: 24 * 60 * MINUTE_MS,
    waitMs: (triedOn, now) => {
      const last = triedOn.at(-1);
      if (last === undefined || triedOn.length < FREE_FAILURES) return 0;
      const delay = Math.min(maxDelayMs, FIRST_DELAY_MS * 2 ** (triedOn.length - FREE_FAILURES));
      return Math.max(0, last + delay - now);
    },
  };
}

/** One counter has one of these rules. docs/decisions.md explains the figures. */
export const ATTEMPT_RULES = {
  /** One email or user from one client network. */
  pair: atMost(5, 15 * MINUTE_MS),
  /** One email or user from all networks, or one known browser. */
  whole: growingDelay(15 * MINUTE_MS),
  /** All emails that one client network tries on the sign-in page. */
  pageNetwork: atMost(50, 15 * MINUTE_MS),
  /** All emails that one client network tries with the keys of one account. A reseller's users share its address. */
  keyNetwork: atMost(300, 15 * MINUTE_MS),
  /** All one-time links that one client network tries, and all links for a new password that it requests. */
  linkNetwork: atMost(50, 15 * MINUTE_MS),
  /**
   * Mails with a link for a new password to one address, from all requesters. The delay is as long as such a link works,
   * so strangers' requests never leave the owner without a working link.
   */
  mails: growingDelay(60 * MINUTE_MS),
  /** Mails of one account that invite users, whose addresses may belong to strangers. The largest team needs one day for its people. */
  invitations: atMost(50, 24 * 60 * MINUTE_MS),
} as const;

export type AttemptRuleName = keyof typeof ATTEMPT_RULES;

/** Returns how long an attempt must wait, given the times of the earlier ones in any order. */
export function waitOf(rule: AttemptRuleName, triedOn: readonly Date[], now: Date): number {
  const { windowMs, waitMs } = ATTEMPT_RULES[rule];
  const recent = triedOn.map((at) => at.getTime()).filter((at) => now.getTime() - at < windowMs);
  return waitMs(
    recent.toSorted((one, other) => one - other),
    now.getTime(),
  );
}
