import { ownValue } from '@plaudit/contracts/own-value';
import { webUrl } from '@plaudit/runtime/content';
import { type BrokenBlocks, readJsonLd } from './json-ld';
import { readMarkup } from './microdata';
import { readMicroformats } from './microformats';
import { inferScale, parseCount, parseRating } from '../numbers';
import { MAX_TITLE, nextOf, REFRESH_ATTRIBUTES, refreshOf, titleOf } from './page-head';
import { readPageTree } from './page-tree';
import { type PageReview, toReviewRows } from './review-row';
import { isNode, isReviewType, type SchemaNode, type SchemaValue } from './schema-node';
import { collectedLine, foldText } from '../text';
import { pageIdentity } from '../urls';
import { WorkBudget } from './work-budget';

/** `Review-aggregate` is the one of data-vocabulary.org, whose rating is a thing of its own. */
const RATING_TYPES = new Set(['AggregateRating', 'EmployerAggregateRating', 'Review-aggregate']);
/** Parts of a page, as opposed to the thing that the page is about. */
const FURNITURE = new Set([
  'WebSite',
  'WebPage',
  'BreadcrumbList',
  'ListItem',
  'SearchAction',
  'ImageObject',
]);

/** What a thing without a type must have to be a review. */
const CONTENTS = ['reviewBody', 'description', 'text', 'reviewRating', 'rating', 'author'];

/** Reviews of one page that are read. Shops show at most a few hundred. */
const MAX_REVIEWS = 2_000;
/** Ratings of one page that are compared. A category page has about a hundred products. */
const MAX_RATINGS = 1_000;
/** Things of one page whose names are read until one has a name. */
const MAX_NAMED = 1_000;
/** Values of one property that are read for a text. */
const MAX_ALTERNATIVES = 10;
/** Things in one property that are read. */
const MAX_THINGS = 2_000;
/** Ratings of one review that are compared: one overall, the others of an aspect. */
const MAX_ASPECTS = 100;

export interface Rating {
  value: number;
  scale: number;
}

interface OfficialRating extends Rating {
  count: number | null;
}

/** The schema.org data of a page, read from all syntaxes together. */
export interface SchemaPage {
  name: string | null;
  official: OfficialRating | null;
  reviews: PageReview[];
  /** The absolute URL of the next page of the list, on the same host. */
  next: string | null;
  /** The absolute URL that the page itself sends its visitors to (`<meta http-equiv=refresh>`). */
  refresh: string | null;
  /** The blocks of JSON-LD with a fault. Null if there are none. */
  broken: BrokenBlocks | null;
  /** True if the page marks up that it has no reviews. */
  listsNone: boolean;
}

/** Returns the first value of the first named property that has one. */
function firstOf(node: SchemaNode, ...names: string[]): SchemaValue | undefined {
  const name = names.find((one) => (ownValue(node.values, one)?.length ?? 0) > 0);
  return name === undefined ? undefined : ownValue(node.values, name)?.[0];
}

/** Returns the first text of the named properties. For a nested thing, returns its name, text or URL. */
export function textOf(node: SchemaNode, ...names: string[]): string {
  for (const value of alternativesOf(node, names)) {
    const text = isNode(value) ? ownTextOf(value) : String(value);
    if (text !== '') return text;
  }
  return '';
}

/** Returns all texts of the first named property that has one. */
export function textsOf(node: SchemaNode, ...names: string[]): string[] {
  for (const name of names) {
    const values = alternativesOf(node, [name]);
    const texts = values.map((value) => (isNode(value) ? ownTextOf(value) : String(value)));
    const given = texts.filter((text) => text !== '');
    if (given.length > 0) return given;
  }
  return [];
}

function ownTextOf(thing: SchemaNode): string {
  for (const value of alternativesOf(thing, ['name', 'text', 'url'])) {
    if (!isNode(value)) return String(value);
  }
  return '';
}

/** Returns the first values of each named property. */
function alternativesOf(node: SchemaNode, names: readonly string[], limit = MAX_ALTERNATIVES): SchemaValue[] {
  return names.flatMap((name) => (ownValue(node.values, name) ?? []).slice(0, limit));
}

/** Returns the things in the named properties, of each at most {@link MAX_THINGS}. */
export function nodesOf(node: SchemaNode, ...names: string[]): SchemaNode[] {
  return alternativesOf(node, names, MAX_THINGS).filter(isNode);
}

/** Returns the name of the author, or an empty string if there is none. */
export function authorOf(review: SchemaNode): string {
  for (const author of alternativesOf(review, ['author', 'creator', 'reviewer'])) {
    if (!isNode(author)) {
      if (webUrl(String(author)) === null) return String(author);
      continue;
    }
    const parts = [textOf(author, 'givenName'), textOf(author, 'familyName')].filter((part) => part !== '');
    const name = textOf(author, 'name', 'alternateName') || parts.join(' ');
    if (name !== '') return name;
  }
  return '';
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

/** Returns the overall rating: of several, the one without an aspect. Returns null for 0 on a scale up to 5, which means unrated. */
export function ratingOf(review: SchemaNode): Rating | null {
  const given = alternativesOf(review, ['reviewRating', 'rating'], MAX_ASPECTS);
  const overall = given.find((value) => !isNode(value) || firstOf(value, 'reviewAspect') === undefined);
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
interface PageFacts {
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

/** Returns the rating of the thing that the page is about, otherwise the rating with the most reviews. */
function chooseOfficial(
  nodes: readonly SchemaNode[],
  page: PageFacts,
  budget: WorkBudget,
): (Holder & OfficialRating) | null {
  const rated = holdersOf(nodes, budget).flatMap((holder) => {
    budget.spend(MAX_ALTERNATIVES);
    const official = officialFrom(holder.rating);
    return official === null ? [] : [{ ...holder, ...official, about: isAbout(holder.thing, page) }];
  });
  const ranked = rated.toSorted((a, b) => {
    const about = Number(b.about) - Number(a.about);
    return about !== 0 ? about : (b.count ?? 0) - (a.count ?? 0);
  });
  return ranked[0] ?? null;
}

/** Properties that contain a thing that the page is about, rather than a part of it such as an author. */
const CONTAINERS = new Set(['@graph', 'mainEntity', 'itemListElement', 'item', 'hasPart', 'itemReviewed']);

function partsOf(nodes: readonly SchemaNode[]): Set<SchemaNode> {
  const members = nodes.flatMap((node) => Object.entries(node.values));
  return new Set(
    members.filter(([name]) => !CONTAINERS.has(name)).flatMap(([, values]) => values.filter(isNode)),
  );
}

function nameOf(nodes: readonly SchemaNode[], holder: SchemaNode | null, title: string): string | null {
  const reviewed = nodes.flatMap((node) => nodesOf(node, 'itemReviewed'));
  const hosts = nodes.filter((node) => nodesOf(node, 'review', 'reviews').length > 0);
  const parts = partsOf(nodes);
  const things = nodes.filter(
    (node) => !parts.has(node) && !node.types.some((type) => FURNITURE.has(type) || isReviewType(type)),
  );
  const named = new Set([...(holder ? [holder] : []), ...hosts, ...reviewed, ...things.slice(0, 1)]);
  for (const node of [...named].slice(0, MAX_NAMED)) {
    const name = collectedLine(textOf(node, 'name'), 191, 2);
    if (name !== '') return name;
  }
  const plain = collectedLine(title, 191);
  return plain === '' ? null : plain;
}

/** Returns the things without a type that stand in a property for reviews, and have something of a review. */
function untypedReviews(nodes: readonly SchemaNode[]): Set<SchemaNode> {
  const held = nodes.flatMap((node) => nodesOf(node, 'review', 'reviews'));
  return new Set(
    held.filter(
      (thing) => thing.types.length === 0 && CONTENTS.some((name) => firstOf(thing, name) !== undefined),
    ),
  );
}

/** Returns true for an empty list of reviews, and for a rating of none. */
function listsNone(node: SchemaNode): boolean {
  const lists = ['review', 'reviews'].map((name) => ownValue(node.values, name));
  const counts = ['reviewCount', 'ratingCount'].map((name) => textOf(node, name));
  return lists.some((list) => list?.length === 0) || counts.some((count) => parseCount(count) === 0);
}

/** Returns true if the author is the page's own business. Some shops list such aggregate rows among the reviews. */
function isOwnRow(review: SchemaNode, foldedName: string): boolean {
  const author = foldText(authorOf(review).slice(0, MAX_TITLE));
  return author !== '' && (author === foldedName || author === 'trustpilot');
}

/**
 * Reads the reviews and the official rating of a page from JSON-LD, microdata, RDFa Lite and hReview. The work grows with
 * the length of the page only. Throws PageTooComplex if it is more than `budget` allows.
 */
export function readSchemaPage(html: string, url: string, budget = new WorkBudget()): SchemaPage {
  const tree = readPageTree(html, budget, REFRESH_ATTRIBUTES);
  const page = new URL(url);
  const title = titleOf(tree);
  const jsonLd = readJsonLd(tree, url, budget);
  const lists = [...jsonLd.lists, ...readMarkup(tree, budget), readMicroformats(tree, budget)];
  const nodes = lists.flat();
  const facts = { url: page, identity: pageIdentity(page), foldedTitle: foldText(title) };
  const official = chooseOfficial(nodes, facts, budget);
  const name = nameOf(nodes, official?.thing ?? null, title);
  const foldedName = foldText(name ?? '');
  const untyped = untypedReviews(nodes);
  const reviews = lists
    .flatMap((list, index) =>
      list.map((node) => ({ node, list: index, isShown: index >= jsonLd.lists.length })),
    )
    .filter(({ node }) => node.types.some(isReviewType) || untyped.has(node))
    .slice(0, MAX_REVIEWS)
    .filter(({ node }) => !isOwnRow(node, foldedName));
  return {
    name,
    official: official && { value: official.value, scale: official.scale, count: official.count },
    reviews: toReviewRows(reviews, budget),
    next: nextOf(tree, page),
    refresh: refreshOf(tree, page),
    broken: jsonLd.broken,
    listsNone: nodes.some(listsNone),
  };
}
