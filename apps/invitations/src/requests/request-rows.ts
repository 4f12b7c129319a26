import type { RequestEntity } from './request.entity';

/** A row of `requests`. */
export type RequestRow = RequestEntity;

type Generated = 'id' | 'version' | 'created_on' | 'updated_on';
type Required =
  | 'account_id'
  | 'sub_account_id'
  | 'settings_id'
  | 'type'
  | 'status'
  | 'recipient'
  | 'recipient_key'
  | 'schedule';

/** A request to be stored. Columns that are left out get their defaults. */
export type NewRequest = Pick<RequestRow, Required> & Partial<Omit<RequestRow, Generated | Required>>;

/** The columns to set. */
export type RequestChange = Partial<Omit<RequestRow, Generated | 'account_id' | 'sub_account_id'>>;

/** A locked row and how it changes. */
export interface RequestUpdate {
  row: RequestRow;
  change: RequestChange;
}
