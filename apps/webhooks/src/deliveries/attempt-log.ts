/** Which attempts of a webhook to read, newest first. */
export interface AttemptFilter {
  webhookId: number;
  limit: number;
  /** Only attempts with a smaller id. */
  before?: number;
  ok?: boolean;
  event?: string;
  /** `dlv_…` */
  deliveryId?: string;
  /** `evt_…` */
  eventId?: string;
  since?: Date;
  /** Exclusive. */
  until?: Date;
}

/** The columns of `attempts` that both writing and reading use. */
export interface AttemptColumns {
  webhook_id: number;
  delivery_public_id: string;
  evt_id: string;
  event: string;
  n: number;
  trigger: number;
  test: boolean;
  ok: boolean;
  status_code: number | null;
  error_code: string | null;
  error: string;
  started_on: Date;
  duration_ms: number;
  timings: object | null;
  url: string;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  response_encoding: 'utf-8' | 'base64' | null;
  truncated: boolean;
}

/** An attempt as the log shows it, with the state of its delivery. */
export interface AttemptRow extends AttemptColumns {
  id: number;
  /** Null for a test call, and after the delivery was purged. */
  state: number | null;
  attempts: number | null;
  next_attempt_at: Date | null;
  paused: boolean;
}
