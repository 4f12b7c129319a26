import { webUrl } from '@plaudit/runtime/content';
import { inferScale, parseCount, parseRating } from '../numbers';
import { foldText } from '../text';
import { pageIdentity } from '../urls';
import { MAX_TITLE } from './page-head';
import {
  alternativesOf,
  firstOf,
  isNode,
  MAX_ALTERNATIVES,
  nodesOf,
  type SchemaNode,
  type SchemaValue,
  textOf,
} from './schema-node';
import type { WorkBudget } from './work-budget';

/** `Review-aggregate` is the one of data-vocabulary.org, whose rating is a thing of its own. */
const RATING_TYPES = new Set(['AggregateRating', 'EmployerAggregateRating', 'Review-aggregate']);
/** Ratings of one page that are compared. A category page has about a hundred products. */
const MAX_RATINGS = 1_000;
/** Ratings of one review that are compared: one overall, the others of an aspect. */
const MAX_ASPECTS = 100;

export interface Rating {
  value: number;
  scale: number;
}

export interface OfficialRating extends Rating {
  count: number | null;
}

/** Returns null if the value is not a number, or if the number is greater than every scale. */
function ratingFrom(value: SchemaValue | undefined, best: SchemaValue | undefined): Rating | null {
  const parsed = typeof value === 'number' || typeof value === 'string' ? parseRating(value) : null;
  if (parsed === null || parsed.value < 0) return null;
  const claimed = typeof best === 'number' || typeof best === 'string' ? parseRating(best) : null;
  const scale = Math.round(
    inferScale(parsed.value, parsed.scale ?? claimed?.scale ?? claimed?.value ?? null),
  );
  return parsed.value > scale ? null : { value: parsed.value, scale };
}

/**
 * Returns the overall rating: of several, the one without an aspect, and none if all have one. Returns null for 0 on a scale up to 5,
 * which means unrated.
 */
export function ratingOf(review: SchemaNode): Rating | null {
  const given = alternativesOf(review, ['reviewRating', 'rating'], MAX_ASPECTS);
  const overall = given.find((value) => !isNode(value) || firstOf(value, 'reviewAspect') === undefined);
  if (!overall && given.length > 1) return null;
  const chosen = overall ?? given[0];
  const rating = isNode(chosen)
    ? ratingFrom(firstOf(chosen, 'ratingValue', 'value'), firstOf(chosen, 'bestRating', 'best'))
    : ratingFrom(chosen ?? firstOf(review, 'ratingValue'), firstOf(review, 'bestRating'));
  return rating !== null && rating.value === 0 && rating.scale <= 5 ? null : rating;
}

function officialFrom(node: SchemaNode): OfficialRating | null {
  const [holder = node] = nodesOf(node, 'rating');
  const rating = ratingFrom(firstOf(holder, 'ratingValue'), firstOf(holder, 'bestRating'));
  if (rating === null || rating.value === 0) return null;
  const counts = [textOf(node, 'reviewCount'), textOf(node, 'ratingCount')].map(parseCount);
  return { ...rating, count: counts.find((count) => count !== null) ?? null };
}

interface Holder {
  thing: SchemaNode | null;
  rating: SchemaNode;
}

/** Returns each aggregate rating with the thing that it rates, up to {@link MAX_RATINGS}. */
function holdersOf(nodes: readonly SchemaNode[], budget: WorkBudget): Holder[] {
  const nested = nodes.flatMap((thing) => {
    const ratings = nodesOf(thing, 'aggregateRating');
    budget.spend(1 + ratings.length);
    return ratings.map((rating) => ({ thing, rating }));
  });
  const held = new Set(nested.map(({ rating }) => rating));
  const alone = nodes
    .filter((node) => node.types.some((type) => RATING_TYPES.has(type)))
    .filter((node) => !held.has(node))
    .map((rating) => ({ thing: nodesOf(rating, 'itemReviewed')[0] ?? null, rating }));
  return [...nested, ...alone].slice(0, MAX_RATINGS);
}

/** A page as the things on it are compared with it. */
export interface PageFacts {
  url: URL;
  identity: string;
  foldedTitle: string;
}

function isAbout(thing: SchemaNode | null, page: PageFacts): boolean {
  if (thing === null) return false;
  // A fragment such as `#product` identifies a thing on the page, not the page.
  const id = thing.id?.startsWith('#') ? null : thing.id;
  const url = webUrl(textOf(thing, 'url') || id, page.url.href);
  if (url !== null && pageIdentity(new URL(url)) === page.identity) return true;
  const name = foldText(textOf(thing, 'name').slice(0, MAX_TITLE));
  return name !== '' && page.foldedTitle.startsWith(name);
}

/**
 * Returns the rating of the thing that the page is about. Otherwise returns the rating with the most reviews, of a thing that is no entry
 * of a list if there is one: a page lists products beside its own.
 */
export function chooseOfficial(
  nodes: readonly SchemaNode[],
  page: PageFacts,
  budget: WorkBudget,
): (Holder & OfficialRating) | null {
  const listed = new Set(nodes.flatMap((node) => nodesOf(node, 'itemListElement', 'item')));
  const rated = holdersOf(nodes, budget).flatMap((holder) => {
    budget.spend(MAX_ALTERNATIVES);
    const official = officialFrom(holder.rating);
    if (official === null) return [];
    const isListed = holder.thing !== null && listed.has(holder.thing);
    return [{ ...holder, ...official, rank: isAbout(holder.thing, page) ? 2 : isListed ? 0 : 1 }];
  });
  const ranked = rated.toSorted((a, b) => b.rank - a.rank || (b.count ?? 0) - (a.count ?? 0));
  return ranked[0] ?? null;
}

/** Properties of a product that lead to other products, whose reviews are not its own. */
const OTHERS = ['isRelatedTo', 'isSimilarTo', 'isAccessoryOrSparePartFor', 'isConsumableFor'];

/** Returns the products that the page names beside its own, with their reviews and ratings. */
export function ofOtherThings(
  nodes: readonly SchemaNode[],
  page: PageFacts,
  budget: WorkBudget,
): Set<SchemaNode> {
  const things = new Set<SchemaNode>();
  for (const node of nodes) {
    budget.spend(OTHERS.length);
    if (things.has(node)) continue;
    // Products may name each other.
    for (const other of nodesOf(node, ...OTHERS)) if (!isAbout(other, page)) things.add(other);
  }
  const parts = [...things].flatMap((thing) => nodesOf(thing, 'review', 'reviews', 'aggregateRating'));
  return new Set([...things, ...parts]);
}
