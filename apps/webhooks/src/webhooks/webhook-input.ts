import { ApiError, type ErrorCode } from '@plaudit/contracts';
import { checkUrl, UrlRefused, type UrlPolicy } from '@plaudit/outbound';
import { WEBHOOK_EVENTS } from '../fan-out/notification';

/** What a client may say about a webhook, checked. A field that was not sent is undefined. */
export interface WebhookChanges {
  url?: string;
  events?: string[];
  subAccountIds?: number[];
  channelIds?: number[];
  minRating?: number | null;
  maxRating?: number | null;
  skipBackfill?: boolean;
  active?: boolean;
  description?: string | null;
}

const MAX_IDS = 1_000;
const MAX_DESCRIPTION = 255;

type Body = Readonly<Record<string, unknown>>;
type Read<T> = (value: unknown, field: string) => T;

/**
 * Reads the body of add (`required`: url and events must be there) or update. Types first, then the url, the events
 * and the sub accounts; the first fault wins and nothing is stored. Every fault is a 422.
 */
export function readWebhookInput(body: Body, policy: UrlPolicy, required: boolean): WebhookChanges {
  if (body.url !== undefined || required) assertUrlText(body.url);
  if (body.events !== undefined || required) assertEventTexts(body.events);
  const changes: WebhookChanges = {
    subAccountIds: optional(body, 'sub_account_ids', idList),
    channelIds: optional(body, 'channel_ids', idList),
    minRating: optional(body, 'min_rating', ratingOrNull),
    maxRating: optional(body, 'max_rating', ratingOrNull),
    skipBackfill: optional(body, 'skip_backfill', flag),
    active: optional(body, 'active', flag),
    description: optional(body, 'description', descriptionOrNull),
  };
  if (body.url !== undefined) changes.url = normalisedUrl(body.url as string, policy);
  if (body.events !== undefined) changes.events = knownEvents(body.events as string[]);
  return changes;
}

/** A sub account's webhook can only be limited to that sub account. */
export function assertOwnSubAccounts(owner: number | null, subAccountIds: readonly number[]): void {
  const foreign = owner === null ? undefined : subAccountIds.find((id) => id !== owner);
  if (foreign !== undefined) {
    throw fault('sub_account_ids', `sub_account_ids may only name this key's own sub account, ${owner}.`);
  }
}

/** Bounds may arrive one at a time, so they are compared once both are known. */
export function assertRatingBounds(min: number | null, max: number | null): void {
  if (min !== null && max !== null && min > max) {
    throw fault('min_rating', 'min_rating must not be greater than max_rating.');
  }
}

function assertUrlText(url: unknown): void {
  if (url === undefined)
    throw fault('url', 'url is required: where should events be sent?', 'webhook_url_invalid');
  if (typeof url !== 'string') throw fault('url', 'url must be a string.', 'webhook_url_invalid');
}

function assertEventTexts(events: unknown): void {
  const isList =
    Array.isArray(events) && events.length > 0 && events.every((event) => typeof event === 'string');
  if (!isList) throw fault('events', `events must name at least one of ${known()}.`, 'unknown_event');
}

function normalisedUrl(url: string, policy: UrlPolicy): string {
  try {
    return checkUrl(url, policy);
  } catch (error) {
    if (error instanceof UrlRefused) throw fault('url', error.msg, 'webhook_url_invalid');
    throw error;
  }
}

function knownEvents(events: readonly string[]): string[] {
  const unknown = events.find((event) => !WEBHOOK_EVENTS.includes(event));
  if (unknown !== undefined) {
    const name = unknown.slice(0, 80);
    throw fault('events', `events names "${name}", which is none of ${known()}.`, 'unknown_event');
  }
  return [...new Set(events)];
}

function known(): string {
  return WEBHOOK_EVENTS.join(', ');
}

function optional<T>(body: Body, field: string, read: Read<T>): T | undefined {
  const value = body[field];
  return value === undefined ? undefined : read(value, field);
}

const flag: Read<boolean> = (value, field) => {
  if (typeof value !== 'boolean') throw fault(field, `${field} must be true or false.`);
  return value;
};

const idList: Read<number[]> = (value, field) => {
  const valid =
    Array.isArray(value) &&
    value.length <= MAX_IDS &&
    value.every((id) => Number.isSafeInteger(id) && (id as number) > 0);
  if (!valid)
    throw fault(field, `${field} must be a list of at most ${MAX_IDS} ids; an empty one removes the filter.`);
  return [...new Set(value as number[])];
};

const ratingOrNull: Read<number | null> = (value, field) => {
  if (value === null) return null;
  if (typeof value !== 'number' || value < 1 || value > 5) {
    throw fault(field, `${field} must be a number from 1 to 5, or null.`);
  }
  return value;
};

const descriptionOrNull: Read<string | null> = (value, field) => {
  if (value === null) return null;
  if (typeof value !== 'string' || value.length > MAX_DESCRIPTION) {
    throw fault(field, `${field} must be a text of at most ${MAX_DESCRIPTION} characters, or null.`);
  }
  return value;
};

function fault(field: string, msg: string, code: ErrorCode = 'invalid_setting'): ApiError {
  return new ApiError(code, msg, { field });
}
