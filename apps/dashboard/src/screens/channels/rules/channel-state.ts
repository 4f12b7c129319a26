import type { Schema } from '@plaudit/client';

export type Channel = Schema<'Channel'>;
export type ChannelType = Schema<'ChannelType'>;

/** What a channel needs: a person, time, or nothing. */
export type Need = 'needs_you' | 'collecting' | 'healthy';
export const NEEDS: readonly Need[] = ['needs_you', 'collecting', 'healthy'];

export type FailureCode = NonNullable<Channel['error_code']>;
export type StateWord =
  FailureCode | 'page_broken' | 'stopped' | 'queued' | 'collecting' | 'checking' | 'imported' | 'healthy';

export interface ChannelState {
  need: Need;
  tone: 'good' | 'warn' | 'bad' | 'busy' | 'quiet';
  /** The text `status_<word>` says the state. */
  word: StateWord;
}

type StateFields = Pick<
  Channel,
  'status' | 'crawling' | 'error_code' | 'remedy' | 'method' | 'last_success_on' | 'type'
>;

/** Failures that only a person can end. */
const PERSON: ReadonlySet<Channel['remedy']> = new Set(['sign_in', 'replace_key', 'check_address']);

export function stateOf(channel: StateFields): ChannelState {
  const { status, crawling, error_code, remedy, method, last_success_on } = channel;
  if (error_code !== null) {
    const isBad = PERSON.has(remedy) || status === 'disabled';
    return { need: 'needs_you', tone: isBad ? 'bad' : 'warn', word: failureWord(error_code, remedy) };
  }
  if (status === 'disabled') return { need: 'needs_you', tone: 'bad', word: 'stopped' };
  if (method === 'dashboard') return { need: 'healthy', tone: 'quiet', word: 'imported' };
  if (last_success_on === null)
    return {
      need: 'collecting',
      tone: crawling ? 'busy' : 'quiet',
      word: crawling ? 'collecting' : 'queued',
    };
  if (crawling) return { need: 'collecting', tone: 'busy', word: 'checking' };
  return { need: 'healthy', tone: 'good', word: 'healthy' };
}

/** A page of the customer's own website is broken. A platform has changed its pages. */
function failureWord(code: FailureCode, remedy: Channel['remedy']): StateWord {
  return code === 'parse_failed' && remedy === 'fix_page' ? 'page_broken' : code;
}

/** Returns how many official reviews are not collected. 0 if the platform says no number. */
export function missingReviews({ reviews, collected_reviews }: Channel): number {
  return Math.max(0, (reviews ?? 0) - collected_reviews);
}

/** Sorts by what needs a person first, then by what is in progress, then by platform and name. */
export function byNeed(a: Channel, b: Channel): number {
  return (
    rankOf(a) - rankOf(b) || a.label.localeCompare(b.label) || a.name.localeCompare(b.name) || a.id - b.id
  );
}

function rankOf(channel: Channel): number {
  const { need, tone } = stateOf(channel);
  if (need === 'needs_you') return tone === 'bad' ? 0 : 1;
  return need === 'collecting' ? 2 : 3;
}

export interface ChannelFilters {
  q?: string | undefined;
  group?: string | undefined;
  status?: string | undefined;
}

/** Returns the channels that all filters let through. `group` is the id of a property, or `none`. */
export function filtered(channels: readonly Channel[], { q, group, status }: ChannelFilters): Channel[] {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return channels.filter((channel) => {
    const text =
      `${channel.label} ${channel.name} ${channel.group_name ?? ''} ${channel.url ?? ''}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (!group || String(channel.group ?? 'none') === group) &&
      (!status || stateOf(channel).need === status)
    );
  });
}
