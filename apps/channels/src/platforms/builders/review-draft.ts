import { type DateOrder, type Decodings, mediaSource, truncate, webUrl } from '@plaudit/runtime/content';
import { parseDate } from '../../normalise/dates';
import { derivedIds, pageIds } from '../../normalise/identity';
import { parseDecimal } from '../../normalise/numbers';
import { postedDate } from '../../normalise/posted-date';
import { collectedLine, collectedText, withTitle } from '../../normalise/text';
import type { NormalizedReview } from '../platform';

const MAX_MEDIA = 10;
const MAX_DETAILS = 20;
const MAX_DETAIL = 500;

interface DraftMedia {
  type?: 'image' | 'video' | 'audio';
  url: unknown;
}

/**
 * A review as the platform's fields have it. Every value may be of any type, because a stranger sent it: {@link toReview}
 * strips the markup of HTML, parses numbers and dates, and leaves out what is not valid.
 */
export interface ReviewDraft {
  /** The platform's id: a string or an integer. Without one, the review gets an id derived from its content. */
  id: unknown;
  author?: unknown;
  authorImage?: unknown;
  authorUrl?: unknown;
  /** Goes above the text. */
  title?: unknown;
  text?: unknown;
  /** The review on the platform. */
  url?: unknown;
  /** On `scale`. Left out if it is outside of the scale, and if it is 0 on a scale of at most 5. */
  rating?: unknown;
  /** Default: the `ratingScale` of the platform. */
  scale?: number;
  /** When it was posted, in any form that `parseDate` reads. */
  date: unknown;
  media?: readonly DraftMedia[];
  /** The owner's reply. Left out without a text. */
  reply?: { text: unknown; date?: unknown } | null;
  /** ISO 639, with or without a region. */
  language?: unknown;
  verified?: boolean;
  /** True if the platform says that it no longer shows the review. */
  removed?: boolean;
  /** Details without a field of their own. Texts are cleaned. Empty ones, objects and lists are left out. */
  additional?: Readonly<Record<string, unknown>>;
}

interface DraftTerms {
  now: Date;
  /** The platform's scale. */
  scale: number;
  /** What relative URLs refer to. Absent if the platform's URLs are absolute. */
  base?: string;
  /** True if texts are plain: no tag is removed, and no entity is decoded. Default: they are HTML. */
  plain?: boolean | undefined;
  /** The order of day and month in all dates of the page or file. Absent if nothing shows it. */
  order?: DateOrder;
}

/**
 * Returns the ids, texts and dates of a draft in the form of all platforms. Returns null if it has neither a text nor a rating nor
 * media: there is nothing to show. Throws RangeError if it is not a review.
 */
export function toReview(
  draft: ReviewDraft,
  { now, scale, base, plain, order }: DraftTerms,
): NormalizedReview | null {
  const id = idOf(draft.id);
  const decodings = plain === true ? 0 : 1;
  const text = withTitle(collectedLine(draft.title, 500, decodings), collectedText(draft.text, decodings));
  const ratingScale = draft.scale ?? scale;
  const ratingValue = ratingOf(draft.rating, ratingScale);
  const media = mediaOf(draft.media ?? [], base);
  if (text === '' && ratingValue === null && media.length === 0) return null;
  return {
    externalId: id,
    idKind: id === '' ? 'derived' : 'native',
    text,
    language: languageOf(draft.language),
    fromName: authorOf(draft.author, decodings),
    fromImage: webUrl(draft.authorImage, base),
    fromUrl: webUrl(draft.authorUrl, base),
    postUrl: webUrl(draft.url, base),
    ratingValue,
    ratingScale,
    ...postedDate(draft.date, now, order),
    media,
    reply: replyOf(draft.reply, { decodings, now, order }),
    verified: draft.verified ?? false,
    additional: detailsOf(draft.additional ?? {}, decodings),
    removed: draft.removed ?? false,
  };
}

/** Gives the reviews of a page that have no id of their own an id that is derived from their content. */
export function withDerivedIds(reviews: readonly NormalizedReview[]): NormalizedReview[] {
  const anonymous = reviews.filter(({ externalId }) => externalId === '');
  const ids = derivedIds(anonymous.map(identityOf));
  const derived = new Map(anonymous.map((review, index) => [review, ids[index] ?? '']));
  return reviews.map((review) => ({ ...review, externalId: derived.get(review) ?? review.externalId }));
}

/** Returns each review of a page once, with the ids of {@link pageIds}: a native id that several reviews have comes from a template. */
export function withPageIds(reviews: readonly NormalizedReview[]): NormalizedReview[] {
  const ids = pageIds(reviews.map((review) => ({ ...identityOf(review), id: review.externalId })));
  return reviews.flatMap((review, index) => {
    const id = ids[index];
    return id ? [{ ...review, ...id }] : [];
  });
}

function identityOf({ fromName, postedOn, postedPrecision, text, ratingValue }: NormalizedReview) {
  const hasDay = postedPrecision === 'second' || postedPrecision === 'day';
  return { author: fromName, postedOn: hasDay ? postedOn : null, text, rating: ratingValue };
}

function idOf(id: unknown): string {
  if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : '';
  return typeof id === 'string' ? truncate(id.trim(), 500) : '';
}

/** Returns the name of the author. An e-mail address, which some tools show for people without a name, is not stored. */
function authorOf(author: unknown, decodings: Decodings): string {
  const name = collectedLine(author, 191, decodings);
  return name === '' || /^[^\s@]+@[^\s@]+$/.test(name) ? 'Anonymous' : name;
}

function ratingOf(value: unknown, scale: number): number | null {
  const rating = parseDecimal(value);
  const lowest = scale <= 5 ? Number.MIN_VALUE : 0;
  return rating !== null && rating >= lowest && rating <= scale ? rating : null;
}

function languageOf(value: unknown): string | null {
  const code = typeof value === 'string' ? /^([a-z]{2,3})(?:[-_][a-z\d]{2,8})*$/i.exec(value.trim()) : null;
  return code?.[1]?.toLowerCase() ?? null;
}

function mediaOf(media: readonly DraftMedia[], base?: string): NormalizedReview['media'] {
  const valid = media.slice(0, 5 * MAX_MEDIA).flatMap(({ type = 'image', url }) => {
    const address = webUrl(url, base);
    return address === null ? [] : [{ type, url: address, src: mediaSource(type, address) }];
  });
  const distinct = new Map(valid.map((item) => [item.url, item]));
  return [...distinct.values()].slice(0, MAX_MEDIA);
}

function replyOf(
  reply: ReviewDraft['reply'],
  { decodings, now, order }: { decodings: Decodings; now: Date; order: DateOrder | undefined },
): NormalizedReview['reply'] {
  const text = collectedText(reply?.text, decodings);
  return text === '' ? null : { text, postedOn: parseDate(reply?.date, now, order)?.date ?? null };
}

function detailsOf(
  details: Readonly<Record<string, unknown>>,
  decodings: Decodings,
): Record<string, unknown> | null {
  const kept = Object.entries(details)
    .map(
      ([name, value]) =>
        [name, typeof value === 'string' ? collectedLine(value, MAX_DETAIL, decodings) : value] as const,
    )
    .filter(([, value]) => isDetail(value))
    .slice(0, MAX_DETAILS);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function isDetail(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
