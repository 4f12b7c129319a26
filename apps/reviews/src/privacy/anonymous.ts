import { fingerprint } from '../reviews/review';
import type { NewReview } from '../reviews/review-rows';
import { readable } from './person';

type Known = Pick<NewReview, 'from_name' | 'from_email' | 'text'>;
type Anonymised = Pick<
  NewReview,
  | 'from_name'
  | 'from_email'
  | 'from_image'
  | 'from_url'
  | 'post_url'
  | 'external_id'
  | 'additional'
  | 'media'
  | 'reply'
  | 'text'
  | 'fingerprint'
>;

const ANONYMOUS = 'Anonymous';
const TAKEN_OUT = '[…]';

/**
 * A review without the person: rating, date, tags and words stay. Gone is all that names or shows who wrote it, or leads
 * there: links, media, the client's own fields and id, the owner's answer, and the person's name and address in the text.
 */
export function anonymised({ from_name, from_email, text }: Known): Anonymised {
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
  };
}

/** `text` without these words, in any case and however they are spaced; not within a longer word. */
function without(text: string, words: string | null): string {
  if (words === null) return text;
  const literal = words.split(/\s+/).map((word) => word.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&'));
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${literal.join('\\s+')}(?![\\p{L}\\p{N}])`, 'giu'),
    TAKEN_OUT,
  );
}
