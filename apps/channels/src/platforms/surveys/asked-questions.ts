import { CrawlError } from '../crawl-error';

/** The questions of a form or survey whose answers make a review. */
interface AskedQuestions {
  rating: object | null;
  /** Questions whose answers are the text. */
  texts: readonly string[];
}

/** Throws INVALID_PROFILE if answers are no reviews. `what` is `form` or `survey`. */
export function assertMakesReviews(what: string, id: string, { rating, texts }: AskedQuestions): void {
  if (rating !== null || texts.length > 0) return;
  const msg = `The ${what} ${id} asks for neither a rating nor a text. Send the id of another ${what}.`;
  throw new CrawlError('INVALID_PROFILE', msg);
}
