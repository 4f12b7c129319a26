import type { ReviewMedia } from '@plaudit/contracts';
import { reviewDate, reviewDatePrecision } from '@plaudit/runtime';
import { mailbox } from '../privacy/person';
import {
  assertWithinScale,
  authorName,
  givenMedia,
  reviewText,
  tagNames,
  videoPage,
  withVideo,
} from '../reviews/fields/field-values';
import { CUSTOM, fingerprint, parseLanguage, parseStatus, statusNumber } from '../reviews/review';
import type { ReviewCreateInput } from './additions.dto';

/** The columns of a new review that come from the request alone. */
export type AdditionFields = ReturnType<typeof additionFields>;

/** A review to be added, as read from the request. */
export interface Addition {
  /** Index in the request. */
  index: number;
  fields: AdditionFields;
  tags: readonly string[];
  /** Null means the default source. */
  sourceId: number | null;
}

/** Reads a review to be added. Throws 400 if a value is not allowed that the DTO alone cannot refuse. */
export function readAddition(input: ReviewCreateInput, now: Date, index = 0): Addition {
  return {
    index,
    fields: additionFields(input, now),
    tags: tagNames(input.tags),
    sourceId: input.source_id ?? null,
  };
}

/** Returns the columns of an added review. A field of the input that needs no reading is stored as it is given. */
function additionFields(input: ReviewCreateInput, now: Date) {
  const { tags: _tags, source_id: _source, video_url: _video, date_order, ...given } = input;
  const text = reviewText(input.text);
  const from_name = authorName(input.from_name);
  const media = mediaOf(input);
  return {
    ...given,
    ...ratingOf(input),
    external_id: input.external_id ?? null,
    platform: CUSTOM,
    status: statusNumber(parseStatus(input.status ?? 'inbox') ?? 'inbox'),
    text,
    from_name,
    from_email: input.from_email ? mailbox(input.from_email) : null,
    posted_on: reviewDate(input.posted_on, now, date_order),
    posted_precision: reviewDatePrecision(input.posted_on),
    language: parseLanguage(input.language ?? ''),
    media,
    post_url: input.post_url ?? videoPage(media),
    fingerprint: fingerprint(from_name, text),
  };
}

function ratingOf({ rating_value = null, rating_scale = 5 }: ReviewCreateInput) {
  assertWithinScale(rating_value, rating_scale);
  return { rating_value, rating_scale };
}

function mediaOf(input: ReviewCreateInput): ReviewMedia[] {
  const media = (input.media ?? []).map(({ type, url }) => givenMedia(type, url));
  return input.video_url ? withVideo(media, input.video_url) : media;
}
