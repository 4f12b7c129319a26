import { ApiError, type InviteType } from '@plaudit/contracts';
import { readRecipient, recipientKeyOf } from '../../recipients/recipient';
import { REQUEST_STATUSES, type RequestStatus } from '../request';
import type { RequestListQuery, RequestOrder, SORTS } from './request-lists.dto';

const DEFAULT_LIMIT = 25;

type Sort = (typeof SORTS)[number];

/** Which requests a list has. Fields that are undefined do not matter. */
export interface RequestFilter {
  /** Empty: no request has the status. */
  statuses?: readonly RequestStatus[];
  search?: string;
  recipient?: { type: InviteType; key: Buffer };
  parentId?: number;
  type?: InviteType;
  settingsId?: number;
  reference?: string;
}

export interface RequestListRequest {
  filter: RequestFilter;
  order: RequestOrder;
  sort: Sort;
  start: number;
  limit: number;
}

/** Reads a validated query. */
export function readListRequest(query: RequestListQuery): RequestListRequest {
  return {
    filter: {
      statuses: statusesOf(query),
      search: query.search || undefined,
      recipient: query.recipient ? recipientOf(query.recipient) : undefined,
      parentId: idOf(query.parent_id),
      type: query.type || undefined,
      settingsId: idOf(query.settings_id),
      reference: query.reference || undefined,
    },
    order: query.order || 'id',
    sort: query.sort?.toUpperCase() === 'ASC' ? 'ASC' : 'DESC',
    start: Number(query.start || 0),
    limit: Number(query.limit || DEFAULT_LIMIT),
  };
}

function statusesOf({ status, status_not }: RequestListQuery): readonly RequestStatus[] | undefined {
  if (!status && !status_not) return undefined;
  const wanted = status ? status.split(',') : REQUEST_STATUSES;
  const unwanted = status_not?.split(',') ?? [];
  return REQUEST_STATUSES.filter((one) => wanted.includes(one) && !unwanted.includes(one));
}

/** A "+" that is not encoded arrives as a blank. Text that is no recipient matches no request. */
function recipientOf(text: string): { type: InviteType; key: Buffer } {
  const given = text.includes('@') ? text.replaceAll(' ', '+') : text.replace(/^ (?=\d)/, '+');
  try {
    const { type, recipient } = readRecipient({ recipient: given });
    return { type, key: recipientKeyOf(type, recipient) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { type: 'email', key: recipientKeyOf('email', given) };
  }
}

function idOf(text: string | undefined): number | undefined {
  return text ? Number(text) : undefined;
}
