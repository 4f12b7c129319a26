import type { AttemptOutcome } from '../sending/attempt-outcome';

/** The name of the queue. */
export const DELIVERIES = 'deliveries';

/** A delivery that a worker has claimed, with everything needed to send it. A row of claim_deliveries() and its owner. */
export interface ClaimedDelivery {
  id: number;
  public_id: string;
  webhook_id: number;
  account_id: number;
  /** 0 if the webhook belongs to the whole account. */
  sub_account_id: number;
  trigger: number;
  /** The number of attempts before this one. */
  attempts: number;
  lease_id: string;
  slow: boolean;
  url: string;
  secret_enc: Buffer;
  prev_secret_enc: Buffer | null;
  evt_id: string;
  event: string;
  body: Buffer;
  /** The trace of the event. */
  traceparent: string | null;
  tracestate: string | null;
  queued_on: Date;
}

/** An attempt that has ended and is not recorded yet. */
export interface CompletedAttempt {
  delivery: ClaimedDelivery;
  outcome: AttemptOutcome;
  /** How long to wait before the next attempt. Null if there will be none. */
  waitMs: number | null;
}
