import type { Principal } from '@plaudit/contracts';
import { statusWord } from '../reviews/review';
import { changedNames } from '../reviews/review-changes';
import type { NewReview, ReviewUpdate } from '../reviews/review-rows';

/** The newest changes of a review that are kept. */
export const MAX_HISTORY = 200;
const MAX_KEPT_TEXT = 500;

export const HISTORY_KINDS = [
  'collected',
  'added',
  'status_changed',
  'text_edited',
  'tags_changed',
  'edited',
  'source_changed',
  'removed',
  'shown_again',
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** Who changed the review. rule: the approval rule of its channel. system: none of the others, or not known. */
export const ACTOR_TYPES = ['user', 'key', 'crawl', 'rule', 'system'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

export interface Actor {
  type: ActorType;
  id: number | null;
}

export interface HistoryDetails {
  /** How a new review came in. */
  origin?: string;
  /** Tag ids. */
  added?: number[];
  removed?: number[];
  /** The names of other fields that changed. */
  fields?: string[];
}

export interface HistoryEntry {
  review_id: number;
  kind: HistoryKind;
  actor: ActorType;
  actor_id: number | null;
  before: string | null;
  after: string | null;
  details: HistoryDetails | null;
}

export const CRAWL: Actor = { type: 'crawl', id: null };
const RULE: Actor = { type: 'rule', id: null };
const SYSTEM: Actor = { type: 'system', id: null };

/** Fields whose change is only named. */
const NAMED = new Set([
  'from_name',
  'from_image',
  'from_url',
  'post_url',
  'rating_value',
  'posted_on',
  'language',
  'media',
  'reply',
  'verified',
]);

/** Returns the signed-in user or the key of a request; system without a request. */
export function actorOf(principal: Pick<Principal, 'key_id' | 'user_id'> | undefined): Actor {
  if (principal?.user_id) return { type: 'user', id: principal.user_id };
  return principal?.key_id ? { type: 'key', id: principal.key_id } : SYSTEM;
}

/**
 * Returns what the history keeps of a new review: who added it through the API, and that a rule approved it. How and when
 * any review came in follows from the review itself.
 */
export function entriesOfNew(
  review: { id: number; status: string } & Pick<NewReview, 'origin'>,
  actor: Actor,
): HistoryEntry[] {
  const { id, origin, status } = review;
  if (origin === 'api') return [entry(id, 'added', actor, { after: status, details: { origin } })];
  if (origin !== 'channel' || status === 'inbox') return [];
  return [entry(id, 'status_changed', RULE, { before: 'inbox', after: status })];
}

/** Returns what the history keeps of a change: nothing if only columns change that nobody sees. */
export function entriesOf({ stored, change }: ReviewUpdate, actor: Actor): HistoryEntry[] {
  const of = (kind: HistoryKind, values: Partial<HistoryEntry> = {}) => entry(stored.id, kind, actor, values);
  const fields = changedNames(change).filter((name) => NAMED.has(name));
  const { status, text, source_id, removed_on, tag_ids } = change;
  return [
    ...(status === undefined || status === stored.status
      ? []
      : [of('status_changed', { before: statusWord(stored.status), after: statusWord(status) })]),
    ...(text === undefined
      ? []
      : [of('text_edited', { before: beginning(stored.text), after: beginning(text) })]),
    ...(tag_ids === undefined
      ? []
      : tagsChanged(stored.tag_ids ?? [], tag_ids).map((details) => of('tags_changed', { details }))),
    ...(fields.length === 0 ? [] : [of('edited', { details: { fields } })]),
    ...(source_id === undefined
      ? []
      : [of('source_changed', { before: textOf(stored.source_id), after: textOf(source_id) })]),
    ...(removed_on === undefined ? [] : [of(removed_on === null ? 'shown_again' : 'removed')]),
  ];
}

function tagsChanged(before: readonly number[], after: readonly number[]): HistoryDetails[] {
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  return added.length + removed.length > 0 ? [{ added, removed }] : [];
}

function entry(
  review_id: number,
  kind: HistoryKind,
  actor: Actor,
  values: Partial<HistoryEntry>,
): HistoryEntry {
  return {
    review_id,
    kind,
    actor: actor.type,
    actor_id: actor.id,
    before: null,
    after: null,
    details: null,
    ...values,
  };
}

function beginning(text: string | undefined): string | null {
  return text === undefined ? null : [...text].slice(0, MAX_KEPT_TEXT).join('');
}

function textOf(id: number | null | undefined): string | null {
  return id === null || id === undefined ? null : String(id);
}
