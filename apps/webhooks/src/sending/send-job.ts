import type { PhaseTimings } from '@plaudit/outbound';
import type { AttemptError } from '../deliveries/delivery';

/** A claimed delivery with all that sending it needs; a row of claim_deliveries(). */
export interface SendJob {
  id: number;
  public_id: string;
  webhook_id: number;
  trigger: number;
  /** Attempts made before this one. */
  attempts: number;
  lease_id: string;
  slow: boolean;
  url: string;
  secret_enc: Buffer;
  prev_secret_enc: Buffer | null;
  evt_id: string;
  event: string;
  body: Buffer;
}

/** What one request came to. A customer's endpoint that fails is an outcome, not an error. */
export interface AttemptOutcome {
  ok: boolean;
  statusCode: number | null;
  errorCode: AttemptError | null;
  /** One sentence for the customer; empty when fine. */
  error: string;
  /** What a 429 or 503 asked for. */
  retryAfterMs: number | null;
  startedOn: Date;
  durationMs: number;
  timings: PhaseTimings | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  responseEncoding: 'utf-8' | 'base64' | null;
  truncated: boolean;
}

/** An attempt that was made, on its way into the tables. `waitMs` null: no further attempt. */
export interface CompletedAttempt {
  job: SendJob;
  outcome: AttemptOutcome;
  waitMs: number | null;
}
