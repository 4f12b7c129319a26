import type { InviteType, SkipReason } from '../requests/request';

/** Why a person gets no messages any more. */
export const SUPPRESSION_REASONS = [
  'unsubscribed',
  'bounce',
  'complaint',
  'manual',
  'stop',
  'erased',
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** An entry of the list. */
export interface SuppressionRecord {
  id: number;
  type: InviteType;
  recipient: string | null;
  reason: SuppressionReason;
  source_request_id: number | null;
  created_on: Date;
}

const SKIPPED: Readonly<Record<SuppressionReason, SkipReason>> = {
  unsubscribed: 'suppressed_unsubscribed',
  bounce: 'suppressed_bounce',
  complaint: 'suppressed_complaint',
  manual: 'suppressed_manual',
  stop: 'sms_stop',
  erased: 'suppressed_manual',
};

/** Returns the `skip_reason` of requests to a suppressed person. */
export function skipReasonOf(reason: SuppressionReason): SkipReason {
  return SKIPPED[reason];
}
