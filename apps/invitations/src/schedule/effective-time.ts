import { nextInWindow, type SendWindow } from './send-window';

const MAX_ROUNDS = 10;

/** What may delay a message. */
export interface SendRules {
  window: SendWindow;
  /** The recipient's zone, which replaces that of the window. */
  timezone: string | null;
  /** The earliest time after the last message to the same person. */
  afterCooldown?: (at: Date) => Date;
  /** The earliest time at which the sub account may still send on that local day. */
  afterDailyLimit?: (at: Date) => Date;
}

/** Returns when a message that is planned for this instant may be sent at the earliest. */
export function effectiveTime(planned: Date, rules: SendRules): Date {
  const { window, timezone, afterCooldown = same, afterDailyLimit = same } = rules;
  let at = planned;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = afterDailyLimit(afterCooldown(nextInWindow(at, window, timezone)));
    if (next.getTime() === at.getTime()) break;
    at = next;
  }
  return at;
}

function same(at: Date): Date {
  return at;
}
