import { limitsOf } from './plans';
import type { SubAccountResponse } from './sub-accounts.dto';
import type { SubAccountRow } from './sub-accounts.repository';

/** A sub account as the API shows it. */
export function toSubAccount(row: SubAccountRow): SubAccountResponse {
  return {
    id: row.id,
    name: row.name,
    main: row.main,
    vanity: row.vanity,
    properties: limitsOf(row.plan, row.limits, row.properties).properties,
    video: row.video,
    invite: Number(row.invite),
    image: row.image ?? '',
    channels: Math.max(0, row.channels),
  };
}
