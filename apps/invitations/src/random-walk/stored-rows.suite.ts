import type { WalkWorld } from './walk-world.suite';

/** A row of `requests`, as far as the rules of the walk look at it. */
export interface StoredRow {
  id: number;
  parent_id: number | null;
  sub_account_id: number;
  step: number;
  status: string;
  queued: boolean;
  recipient: string;
  reference: string | null;
  skip_reason: string | null;
  error_code: string | null;
  delivery: string | null;
  message_id: string | null;
  attempts: number;
  version: number;
  lease_id: string | null;
  started_at: Date | null;
  due_at: Date | null;
  sent_on: Date | null;
  opened_on: Date | null;
  clicked_on: Date | null;
  reviewed_on: Date | null;
  unsubscribed_on: Date | null;
  failed_on: Date | null;
  cancelled_on: Date | null;
  deleted_on: Date | null;
}

export type StoredRows = ReadonlyMap<number, StoredRow>;

const NUMBERS = ['id', 'parent_id', 'sub_account_id', 'step', 'attempts', 'version'] as const;

export async function readRows({ world }: WalkWorld): Promise<StoredRows> {
  const rows = await world.admin.query<StoredRow>('select * from invitations.requests order by id');
  for (const row of rows) {
    for (const name of NUMBERS) if (row[name] !== null) Object.assign(row, { [name]: Number(row[name]) });
  }
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns true for a message that the service will not send any more. */
export function isOver({ status }: Pick<StoredRow, 'status'>): boolean {
  return status !== 'pending' && status !== 'sending';
}
