import { ApiError } from '@plaudit/contracts';
import type { OtherVerdict } from '../../preparing/verdict';
import type { InviteType, SkipReason } from '../../requests/request';
import type { RequestRow } from '../../requests/request-rows';

const SUPPRESSED = 'The recipient has unsubscribed or cannot be reached, so the request is not sent.';

const SKIPPED: Readonly<Record<SkipReason, () => ApiError>> = {
  suppressed_unsubscribed: () => refused('The recipient has unsubscribed, so the request is not sent.'),
  sms_stop: () => refused('The recipient has unsubscribed, so the request is not sent.'),
  suppressed_bounce: () => refused(SUPPRESSED),
  suppressed_complaint: () => refused(SUPPRESSED),
  suppressed_manual: () => refused('The recipient is on the suppression list, so the request is not sent.'),
  cooldown: () => refused('The recipient got a request a short time ago.'),
  profile_deleted: () => refused('The settings profile of the request no longer exists.'),
  plan_limit: () =>
    new ApiError('invite_credits_exhausted', 'The plan has no invitations left this month; upgrade it.'),
  no_review_link: () =>
    refused('The request has no link to review anything; add a channel, or set review_url in its settings.'),
};

/** Returns why a message that a client wants to send now cannot be sent. */
export function refusalOf(verdict: OtherVerdict): ApiError {
  switch (verdict.kind) {
    case 'skip':
      return SKIPPED[verdict.reason]();
    case 'wait':
      return refused('The message before this reminder is not sent yet; send that first.');
    case 'end':
      return refused(
        'The recipient has clicked, unsubscribed or written a review, so the request is not sent.',
      );
    case 'move':
      if (verdict.reason === 'settings_paused') return settingsPaused();
      return unavailable();
    case 'hold':
      return unavailable();
  }
}

function settingsPaused(): ApiError {
  return new ApiError(
    'forwarding_paused',
    'The settings profile of the request is paused, because the key or user that chose its addresses was removed; an admin can take it over.',
  );
}

function unavailable(): ApiError {
  return new ApiError(
    'upstream_unavailable',
    'The request cannot be sent at this moment; try again shortly.',
  );
}

export function notPending({ status }: RequestRow): ApiError {
  return refused(`The request is ${status}; only a pending request can be sent.`);
}

export function notConfigured(type: InviteType): ApiError {
  const what = type === 'email' ? 'email' : 'SMS';
  return new ApiError(
    'plan_feature_missing',
    `The request cannot be sent, because this server cannot send ${what}; ask its operator to set it up.`,
  );
}

function refused(msg: string): ApiError {
  return new ApiError('request_not_pending', msg);
}
