import { ApiError } from '@plaudit/contracts';
import { hasSecret, type HookRequest, jsonOf, textAt } from '../hook-request';
import { eventsIn, type MailHook } from './mail-hook';
import { failureVerdict, mailReports, type MailReport, type ReportVerdict } from './mail-report';

/** What the types say where the reply does not tell it. */
const TYPES: ReadonlyMap<string, ReportVerdict> = new Map([
  ['hard', 'gone'],
  ['failed', 'unknown'],
  ['soft', 'later'],
  ['complaint', 'complaint'],
]);

/**
 * Reports of any other system: `{type, reason, message_id, request_id, recipient, code, id}`, alone or in a list. `type` is hard, failed,
 * soft or complaint, and at least one of `message_id`, `request_id` and `recipient` says which mail it was.
 */
export function bounceHook(secret: string): MailHook {
  return {
    verify: (request) => hasSecret(request, secret),
    reports: (request) => reportsIn(request),
  };
}

function reportsIn(request: HookRequest): MailReport[] {
  return eventsIn(jsonOf(request)).flatMap((event) => {
    const reports = mailReports({
      verdict: verdictOfEvent(event),
      messageId: textAt(event, 'message_id'),
      requestId: textAt(event, 'request_id'),
      recipient: textAt(event, 'recipient'),
      code: textAt(event, 'code'),
      eventId: textAt(event, 'id'),
    });
    if (reports.every((one) => one.messageId === null && one.requestId === null && one.recipient === null)) {
      throw invalid('message_id', 'must be given, or request_id, or recipient');
    }
    return reports;
  });
}

function verdictOfEvent(event: object): ReportVerdict {
  const type = TYPES.get(textAt(event, 'type') ?? '');
  if (!type) throw invalid('type', 'must be hard, failed, soft or complaint');
  if (type === 'later' || type === 'complaint') return type;
  return failureVerdict({ text: textAt(event, 'reason') ?? '', status: textAt(event, 'code') }, type);
}

function invalid(field: string, fault: string): ApiError {
  return new ApiError('invalid_value', `${field} ${fault}.`, { field });
}
