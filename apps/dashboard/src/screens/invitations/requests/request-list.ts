import type { Schema } from '@plaudit/client';

export type InviteRequest = Schema<'InviteRequest'>;
export type RequestStatus = InviteRequest['status'];
export type RequestOrder = 'id' | 'name' | 'status' | 'schedule';

export const PAGE_SIZE = 50;
export const STATUSES: readonly RequestStatus[] = [
  'pending',
  'sending',
  'sent',
  'reviewed',
  'unsubscribed',
  'failed',
  'cancelled',
  'skipped',
];
const ORDERS: readonly RequestOrder[] = ['id', 'name', 'status', 'schedule'];
const MAX_START = 1_000_000;

/** What the address says about the list, as texts. */
export interface ListAddress {
  status?: string;
  type?: string;
  settings?: string;
  q?: string;
  start?: string;
  order?: string;
  sort?: string;
}

/** What the list shows. */
export interface ListFilters {
  status: RequestStatus[];
  type: InviteRequest['type'] | null;
  settingsId: number | null;
  search: string;
  start: number;
  order: RequestOrder;
  sort: 'ASC' | 'DESC';
}

/** Reads the filters from the address. What is not valid is left out. */
export function filtersOf(address: ListAddress): ListFilters {
  const wanted = new Set(address.status?.split(','));
  const order = ORDERS.find((one) => one === address.order) ?? 'id';
  return {
    status: STATUSES.filter((status) => wanted.has(status)),
    type: address.type === 'email' || address.type === 'sms' ? address.type : null,
    settingsId: wholeNumber(address.settings, Number.MAX_SAFE_INTEGER) || null,
    search: (address.q ?? '').slice(0, 200),
    start: wholeNumber(address.start, MAX_START),
    order,
    sort: address.sort === 'ASC' || address.sort === 'DESC' ? address.sort : 'DESC',
  };
}

/** Returns the filters as GET /invite/requests/get takes them. */
export function listQuery({ status, type, settingsId, search, start, order, sort }: ListFilters) {
  return {
    ...(status.length > 0 && { status: status.join(',') }),
    ...(type && { type }),
    ...(settingsId && { settings_id: settingsId }),
    ...(search && { search }),
    start,
    limit: PAGE_SIZE,
    order,
    sort,
  };
}

export function isFiltered({ status, type, settingsId, search }: ListFilters): boolean {
  return status.length > 0 || type !== null || settingsId !== null || search !== '';
}

/** Returns the address of the order after a press on its heading: first the usual direction, then the other one. */
export function nextOrder(
  current: ListFilters,
  order: RequestOrder,
): { order: string; sort: 'ASC' | 'DESC'; start: undefined } {
  const usual = order === 'id' ? 'DESC' : 'ASC';
  const other = usual === 'ASC' ? 'DESC' : 'ASC';
  const isRepeated = current.order === order && current.sort === usual;
  return { order, sort: isRepeated ? other : usual, start: undefined };
}

/** Reads digits. Anything else is 0. */
function wholeNumber(text: string | undefined, max: number): number {
  return text && /^\d{1,15}$/.test(text) ? Math.min(Number(text), max) : 0;
}
