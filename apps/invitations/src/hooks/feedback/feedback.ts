import type { ActivitySource } from '../../activity/activity';

/**
 * What others report of a message that was sent. `hard`: the address does not exist. `failed`: this message did not arrive, and the
 * person may still get others. `soft`: it did not arrive yet. `complaint`: the person called it spam. `opted_out`: the person asked
 * the sender's number to stop.
 */
export type FeedbackKind = 'delivered' | 'hard' | 'failed' | 'soft' | 'complaint' | 'opted_out';

export interface Feedback {
  kind: FeedbackKind;
  source: ActivitySource;
  /** What `error_code` becomes. It contains nothing of the person. */
  code: string;
  /** One sentence for people. */
  msg: string;
  /** Tells the report from others about the same message. */
  eventId: string | null;
}
