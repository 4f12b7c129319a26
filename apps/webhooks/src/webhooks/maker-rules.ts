import { type Maker, makerOf, type Principal } from '@plaudit/contracts';
import type { WebhookEntity } from './webhook.entity';

/** The settings that decide what is sent where. */
type Sending = Pick<
  WebhookEntity,
  | 'url'
  | 'active'
  | 'events'
  | 'sub_account_ids'
  | 'channel_ids'
  | 'min_rating'
  | 'max_rating'
  | 'skip_backfill'
>;

const WIDENS: Readonly<Record<keyof Sending, (before: Sending, after: Sending) => boolean>> = {
  url: (before, after) => after.url !== before.url,
  active: (before, after) => after.active && !before.active,
  events: (before, after) => after.events.some((event) => !before.events.includes(event)),
  sub_account_ids: (before, after) => isLonger(before.sub_account_ids, after.sub_account_ids),
  channel_ids: (before, after) => isLonger(before.channel_ids, after.channel_ids),
  min_rating: (before, after) => (after.min_rating ?? -Infinity) < (before.min_rating ?? -Infinity),
  max_rating: (before, after) => (after.max_rating ?? Infinity) > (before.max_rating ?? Infinity),
  skip_backfill: (before, after) => before.skip_backfill && !after.skip_backfill,
};

/** Returns the first field whose change sends more than before, or to another URL. Null if none does. */
export function widenedField(before: Sending, after: Sending): keyof Sending | null {
  const fields = Object.keys(WIDENS) as (keyof Sending)[];
  return fields.find((field) => WIDENS[field](before, after)) ?? null;
}

/**
 * Returns true if the change makes its caller answer for the webhook: it resumes it, or sends to another URL. Other changes do not, so that
 * a colleague who adds an event does not become the maker of a URL that another one chose. A webhook from before makers gets one.
 */
export function makesAnew(before: Sending & Pick<WebhookEntity, 'maker_type'>, after: Sending): boolean {
  return (
    WIDENS.url(before, after) ||
    WIDENS.active(before, after) ||
    (before.maker_type === null && widenedField(before, after) !== null)
  );
}

/** An empty list is no filter, so it selects everything. */
function isLonger(before: readonly number[], after: readonly number[]): boolean {
  if (before.length === 0) return false;
  return after.length === 0 || after.some((id) => !before.includes(id));
}

/** The maker of a webhook, as its columns. */
export type MakerColumns = Pick<WebhookEntity, 'maker_type' | 'maker_id' | 'maker_name' | 'reach'>;

/** Returns the caller as the maker of a webhook, which sends what the caller may read. */
export function makerColumns(principal: Principal): MakerColumns {
  const { type, id, name } = makerOf(principal);
  return { maker_type: type, maker_id: id, maker_name: name, reach: null };
}

/** Returns null for a webhook from before makers. */
export function makerOfWebhook({
  maker_type: type,
  maker_id: id,
  maker_name: name,
}: Omit<MakerColumns, 'reach'>): Maker | null {
  return type === null || id === null ? null : { type, id, name: name ?? '' };
}

/**
 * Returns the reach of a webhook whose maker may only read the sub accounts in `left`. Returns an empty list if the webhook would
 * send nothing any more.
 */
export function reachWithin(
  {
    owner_sub_account_id: owner,
    sub_account_ids,
    reach,
  }: Pick<WebhookEntity, 'owner_sub_account_id' | 'sub_account_ids' | 'reach'>,
  left: readonly number[],
): number[] {
  const readable = left.filter((id) => reach === null || reach.includes(id));
  const owned = owner === null ? readable : readable.filter((id) => id === owner);
  const isSent = (id: number): boolean => sub_account_ids.length === 0 || sub_account_ids.includes(id);
  return owned.some(isSent) ? owned : [];
}
