import { boundOf, endOf } from '@plaudit/runtime';
import type { AuditExportQuery } from './audit.dto';

/** Which entries of an account to read. Null selects all. */
export interface AuditSelection {
  action: string | null;
  actorType: string | null;
  actorId: number | null;
  targetType: string | null;
  targetId: number | null;
  since: Date | null;
  /** Exclusive end: the first instant that no longer matches. */
  end: Date | null;
  /** Selects only entries with a smaller id. */
  beforeId: number | null;
}

/** Returns the selection of a validated query. Throws 400 `invalid_date` if `since` or `until` is not a date. */
export function auditSelectionOf(query: AuditExportQuery): AuditSelection {
  return {
    action: query.action ?? null,
    actorType: query.actor_type ?? null,
    actorId: numberOf(query.actor_id),
    targetType: query.target_type ?? null,
    targetId: numberOf(query.target_id),
    since: query.since ? boundOf(query.since, 'since') : null,
    end: query.until ? endOf(query.until) : null,
    beforeId: numberOf(query.before_id),
  };
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
