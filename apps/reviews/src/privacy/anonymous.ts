import { fingerprint } from '../reviews/review';
import type { ReviewEntity } from '../reviews/review.entity';
import type { NewReview } from '../reviews/review-rows';
import { readable } from './person';

type Author = Pick<ReviewEntity, 'from_name' | 'from_email' | 'text'>;

const ANONYMOUS = 'Anonymous';
const REDACTED = '[…]';

/**
 * Returns the columns of a review that must change so that it no longer points to its author. Rating, date, tags and the
 * words of the text stay. Links, media, the client's own fields and id, the owner's reply, and the author's name and
 * address in the text are removed.
 */
export function anonymised({ from_name, from_email, text }: Author) {
  const named = [from_email, from_email && readable(from_email), from_name === ANONYMOUS ? null : from_name];
  const words = named.reduce<string>(without, text);
  return {
    from_name: ANONYMOUS,
    from_email: null,
    from_image: null,
    from_url: null,
    post_url: null,
    external_id: null,
    additional: null,
    media: [],
    reply: null,
    text: words,
    fingerprint: fingerprint(ANONYMOUS, words),
  } satisfies Partial<NewReview>;
}

/** Redacts these words in `text`, in any case and spacing, unless they are part of a longer word. */
function without(text: string, words: string | null): string {
  if (words === null) return text;
  const literal = words.split(/\s+/).map((word) => word.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&'));
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${literal.join('\\s+')}(?![\\p{L}\\p{N}])`, 'giu'),
    REDACTED,
  );
}
