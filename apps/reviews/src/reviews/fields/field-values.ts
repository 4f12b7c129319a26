import { ApiError, type MediaType, type ReviewMedia } from '@plaudit/contracts';
import { mediaSource, originalText, plainLine, plainText } from '@plaudit/runtime';

const MAX_TEXT = 20_000;
const MAX_MEDIA = 10;

/** Returns the author's name with runs of blanks folded. Throws 400 if nothing is left. */
export function authorName(given: string): string {
  const name = plainLine(given);
  if (name === '')
    throw new ApiError('validation_failed', 'from_name must not be blank.', { field: 'from_name' });
  return name;
}

/** Returns the plain text, without a translation of Google, of 1 to 20,000 characters, where an emoji counts as one. Throws 400 otherwise. */
export function reviewText(given: string): string {
  const text = originalText(plainText(given));
  if (text !== '' && (text.length <= MAX_TEXT || [...text].length <= MAX_TEXT)) return text;
  const fault =
    text === '' ? 'must not be empty once HTML is stripped' : 'must have at most 20,000 characters';
  throw new ApiError('validation_failed', `text ${fault}.`, { field: 'text' });
}

/** The scales that a client may give a rating in. */
export const RATING_SCALES: readonly number[] = [5, 10, 100];

/** Throws 400 for a rating above its scale. */
export function assertWithinScale(rating: number | null, scale: number): void {
  if (rating === null || rating <= scale) return;
  throw new ApiError('validation_failed', `rating_value must be between 0 and rating_scale (${scale}).`, {
    field: 'rating_value',
  });
}

/** Returns the trimmed names of tags. Throws 400 if one is blank. */
export function tagNames(given: readonly string[] | undefined, field = 'tags'): string[] {
  return (given ?? []).map((name, index) => {
    const trimmed = plainLine(name);
    if (trimmed !== '') return trimmed;
    const item = `${field}[${index}]`;
    throw new ApiError('validation_failed', `${item} must not be blank.`, { field: item });
  });
}

/** Returns media as a client gave it: a file, or the page of a hosted video, which has no `src`. */
export function givenMedia(type: MediaType, url: string): ReviewMedia {
  return { type, url, src: mediaSource(type, url) };
}

/** Returns the page of the first video that is a page, or null. It is the `post_url` of a review without one. */
export function videoPage(media: readonly ReviewMedia[]): string | null {
  return media.find(({ type, src }) => type === 'video' && src === null)?.url ?? null;
}

/**
 * Returns the media with this video added, unless it is there already. `null` removes every video. Throws 400 if the
 * review has 10 media already.
 */
export function withVideo(media: readonly ReviewMedia[], videoUrl: string | null): ReviewMedia[] {
  if (videoUrl === null) return media.filter(({ type }) => type !== 'video');
  if (media.some(({ url }) => url === videoUrl)) return [...media];
  if (media.length < MAX_MEDIA) return [...media, givenMedia('video', videoUrl)];
  throw new ApiError(
    'validation_failed',
    `video_url cannot be added: a review has at most ${MAX_MEDIA} media. Send null to remove its videos.`,
    { field: 'video_url' },
  );
}
