import type { Schema } from '@plaudit/client';
import { readReviewDate } from '../review-date';

export type MediaType = Schema<'MediaInput'>['type'];
export interface MediaDraft {
  /** Tells rows apart while they are edited. */
  key: number;
  url: string;
  type: MediaType;
}

/** A review while it is typed. */
export interface ReviewDraft {
  author: string;
  date: string;
  text: string;
  /** 0 is no rating. */
  stars: number;
  tags: readonly string[];
  media: readonly MediaDraft[];
  isApproved: boolean;
}

export const MAX_TEXT = 20_000;
export const MAX_MEDIA = 10;
export const MAX_TAGS = 20;

/** Returns an empty draft of `today`. `before` keeps what many reviews in a row share. */
export function emptyDraft(today: string, before?: ReviewDraft): ReviewDraft {
  return {
    author: '',
    date: before?.date ?? today,
    text: '',
    stars: 0,
    tags: before?.tags ?? [],
    media: [],
    isApproved: before?.isApproved ?? false,
  };
}

/** Returns true if closing would lose something that was typed. */
export function isWritten({ author, text, media }: ReviewDraft): boolean {
  return author.trim() !== '' || text.trim() !== '' || media.some(({ url }) => url.trim() !== '');
}

/** Returns the request for a draft. The server checks its values. */
export function reviewInput(
  draft: ReviewDraft,
  sourceId: number | null,
  now: Date,
): Schema<'ReviewCreateInput'> {
  const date = readReviewDate(draft.date, 'day_first', now);
  const media = draft.media.filter(({ url }) => url.trim() !== '');
  return {
    from_name: draft.author.trim(),
    text: draft.text,
    posted_on: date.kind === 'date' ? date.iso : draft.date.trim(),
    status: draft.isApproved ? 'approved' : 'inbox',
    ...(draft.stars > 0 && { rating_value: draft.stars, rating_scale: 5 }),
    ...(draft.tags.length > 0 && { tags: [...draft.tags] }),
    ...(media.length > 0 && { media: media.map(({ type, url }) => ({ type, url: url.trim() })) }),
    ...(sourceId !== null && { source_id: sourceId }),
  };
}

const VIDEO_PAGE = /^https?:\/\/(www\.)?(youtube\.com|youtu\.be|vimeo\.com)\//i;
const VIDEO = /\.(mp4|webm|mov|m4v|ogv)$/i;
const AUDIO = /\.(mp3|m4a|ogg|oga|wav|aac|flac)$/i;

/** Guesses from an address what it shows. Most addresses are photos. */
export function mediaTypeOf(url: string): MediaType {
  const path = url.trim().replace(/[?#].*$/, '');
  if (AUDIO.test(path)) return 'audio';
  return VIDEO.test(path) || VIDEO_PAGE.test(path) ? 'video' : 'image';
}

/** Returns the tags with those of a text that has commas between them. Case does not tell tags apart. */
export function withTags(tags: readonly string[], text: string): string[] {
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  const added = [...tags];
  for (const name of text.split(',').map((part) => part.trim())) {
    if (name === '' || known.has(name.toLowerCase()) || added.length >= MAX_TAGS) continue;
    known.add(name.toLowerCase());
    added.push(name);
  }
  return added;
}
