import type { NormalizedReview, OfficialFigures } from './platform';

const DAY_MS = 86_400_000;

/** Returns true for a number on the scale, and for null. A scale of at most 5 has no 0: it means that there is no rating. */
function isOnScale(value: number | null, scale: number): boolean {
  if (value === null) return true;
  return Number.isFinite(value) && value <= scale && (scale > 5 ? value >= 0 : value > 0);
}

/** Returns true for a date since 1900. A date up to a day ahead may only differ by its time zone. */
function isPlausible(date: Date, now: Date): boolean {
  return date.getTime() > Date.UTC(1900, 0, 1) && date.getTime() <= now.getTime() + DAY_MS;
}

/** Returns the fields of a review that do not have their type, or a value out of range. */
export function wrongFields(review: NormalizedReview, now: Date): string[] {
  const { fromName, text, externalId, language, fromImage, fromUrl, postUrl, reply } = review;
  const texts = { fromName, text, externalId };
  const optional = { language, fromImage, fromUrl, postUrl, replyText: reply?.text ?? null };
  const dates = [review.postedOn, ...(reply?.postedOn ? [reply.postedOn] : [])];
  return [
    ...Object.entries(texts).flatMap(([name, value]) => (typeof value === 'string' ? [] : [name])),
    ...Object.entries(optional).flatMap(([name, value]) =>
      value === null || typeof value === 'string' ? [] : [name],
    ),
    ...(isOnScale(review.ratingValue, review.ratingScale) ? [] : [`ratingValue ${review.ratingValue}`]),
    ...dates.flatMap((date) => (isPlausible(date, now) ? [] : [`date ${String(date)}`])),
    ...(externalId === '' ? ['externalId is empty'] : []),
    ...(fromName === '' ? ['fromName is empty'] : []),
    ...(review.media.every(({ url }) => /^https?:/.test(url)) ? [] : ['media']),
  ];
}

/** Returns the official figures of a profile that are out of range. */
export function wrongFigures({ score, scoreScale, reviews }: OfficialFigures): string[] {
  return [
    ...(Number.isFinite(scoreScale) && scoreScale >= 1 ? [] : [`scoreScale ${scoreScale}`]),
    ...(isOnScale(score, scoreScale) ? [] : [`score ${score} of ${scoreScale}`]),
    ...(reviews === null || (Number.isInteger(reviews) && reviews >= 0) ? [] : [`reviews ${reviews}`]),
  ];
}
