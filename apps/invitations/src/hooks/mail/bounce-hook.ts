import { ApiError } from '@plaudit/contracts';
import { hasSecret, type HookRequest, jsonOf, textAt } from '../hook-request';
import { eventsIn, type MailHook } from './mail-hook';
import { mailReports, type MailReport } from './mail-report';

const KINDS: ReadonlyMap<string, MailReport['kind']> = new Map([
  ['hard', 'hard'],
  ['soft', 'soft'],
  ['complaint', 'complaint'],
]);

/**
 * Reports of any other system: `{type, message_id, request_id, recipient, code, id}`, alone or in a list. `type` is hard, soft or
 * complaint, and at least one of `message_id`, `request_id` and `recipient` says which mail it was.
 */
export function bounceHook(secret: string): MailHook {
  return {
    verify: (request) => hasSecret(request, secret),
    reports: (request) => reportsIn(request),
  };
}

function reportsIn(request: HookRequest): MailReport[] {
  return eventsIn(jsonOf(request)).flatMap((event) => {
    const kind = KINDS.get(textAt(event, 'type') ?? '');
    if (!kind) throw invalid('type', 'must be hard, soft or complaint');
    const [report] = mailReports({
      kind,
      messageId: textAt(event, 'message_id'),
      requestId: textAt(event, 'request_id'),
      recipient: textAt(event, 'recipient'),
      code: textAt(event, 'code'),
      eventId: textAt(event, 'id'),
    });
    if (!report) return [];
    if (report.messageId === null && report.requestId === null && report.recipient === null) {
      throw invalid('message_id', 'must be given, or request_id, or recipient');
    }
    return [report];
  });
}

function invalid(field: string, fault: string): ApiError {
  return new ApiError('invalid_value', `${field} ${fault}.`, { field });
}
