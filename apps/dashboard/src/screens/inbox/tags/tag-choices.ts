import type { Review } from '../model/review-rows';

export interface TagChoice {
  name: string;
  /** How many of the reviews have it. */
  count: number;
  state: 'all' | 'some' | 'none';
}

export const MAX_TAG_LENGTH = 50;
/** More tags than these are found by typing. */
const MAX_CHOICES = 40;

/** Returns the tags that match what was typed: those that begin with it first, then those that contain it. */
export function tagChoices(
  known: readonly string[],
  reviews: readonly Pick<Review, 'tags'>[],
  typed: string,
): TagChoice[] {
  const wanted = plain(typed);
  const names = [...known, ...reviews.flatMap(({ tags }) => tags.map(({ name }) => name))];
  const unique = [...new Map(names.map((name) => [plain(name), name])).values()];
  const matching = unique.filter((name) => plain(name).includes(wanted));
  const rank = (name: string): number => (plain(name).startsWith(wanted) ? 0 : 1);
  matching.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  return matching.slice(0, MAX_CHOICES).map((name) => {
    const count = reviews.filter(({ tags }) => tags.some((tag) => plain(tag.name) === plain(name))).length;
    const state = count === 0 ? 'none' : count === reviews.length ? 'all' : 'some';
    return { name, count, state };
  });
}

/** Returns the name that would be created, or null if the typed text is empty, too long or a tag already. */
export function newTagName(known: readonly string[], typed: string): string | null {
  const name = typed.trim().replace(/\s+/g, ' ');
  if (name === '' || [...name].length > MAX_TAG_LENGTH) return null;
  return known.some((one) => plain(one) === plain(name)) ? null : name;
}

function plain(name: string): string {
  return name.trim().toLocaleLowerCase();
}
