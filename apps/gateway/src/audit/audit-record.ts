import { wireDate } from '@plaudit/contracts';
import type { AuditItemResponse, AuditListResponse } from './audit.dto';
import type { AuditEntity } from './audit.entity';

export function toAuditList(rows: readonly AuditEntity[]): AuditListResponse {
  const items = rows.map(toItem);
  const last = items.at(-1);
  return last ? { items, next_before_id: last.id } : { items };
}

function toItem(row: AuditEntity): AuditItemResponse {
  return {
    id: row.id,
    created_on: wireDate(row.created_on),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    before: row.before,
    after: row.after,
    request_id: row.request_id,
  };
}
