import { webUrl } from '@plaudit/runtime';
import { load } from 'cheerio';
import { isNode, readJsonLd, type SchemaNode, type SchemaValue } from './json-ld';
import { readMarkup } from './microdata';
import { readMicroformats } from './microformats';
import { inferScale, parseCount, parseDecimal, parseRating } from './numbers';
import { collectedLine, foldText } from './text';
import { pageIdentity } from './urls';

const REVIEW_TYPES = new Set(['Review', 'UserReview', 'CriticReview', 'EmployerReview', 'Recommendation']);
const RATING_TYPES = new Set(['AggregateRating', 'EmployerAggregateRating']);
/** Parts of a page, as opposed to the thing that the page is about. */
const FURNITURE = new Set([
  'WebSite',
  'WebPage',
  'BreadcrumbList',
  'ListItem',
  'SearchAction',
  'ImageObject',
]);

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
  reviews: SchemaNode[];
  /** The absolute URL of the next page of the list, on the same host. */
  next: string | null;
  brokenBlocks: number;
}

function valuesOf(node: SchemaNode, ...names: string[]): readonly SchemaValue[] {
  return names.flatMap((name) => node.values[name] ?? []);
}

/** Returns the first non-empty text of the named properties. For a nested thing, returns its name. */
export function textOf(node: SchemaNode, ...names: string[]): string {
  for (const value of valuesOf(node, ...names)) {
    const text = isNode(value) ? textOf(value, 'name', 'text', 'url') : String(value).trim();
    if (text !== '') return text;
  }
  return '';
}

export function nodesOf(node: SchemaNode, ...names: string[]): SchemaNode[] {
  return valuesOf(node, ...names).filter(isNode);
}

/** Returns the name of the author, or an empty string if there is none. */
export function authorOf(review: SchemaNode): string {
  for (const author of valuesOf(review, 'author', 'creator', 'reviewer')) {
    if (!isNode(author)) {
      const text = String(author).trim();
      if (text !== '' && webUrl(text) === null) return String(author);
      continue;
    }
    const parts = [textOf(author, 'givenName'), textOf(author, 'familyName')].filter((part) => part !== '');
    const name = textOf(author, 'name', 'alternateName') || parts.join(' ');
    if (name !== '') return name;
  }
  return '';
}

function ratingFrom(value: SchemaValue | undefined, best: SchemaValue | undefined): Rating | null {
  const parsed = typeof value === 'number' || typeof value === 'string' ? parseRating(value) : null;
  if (parsed === null || parsed.value < 0) return null;
  const claimed = typeof best === 'number' || typeof best === 'string' ? parseDecimal(best) : null;
  return { value: parsed.value, scale: Math.round(inferScale(parsed.value, parsed.scale ?? claimed)) };
}

/** Returns the overall rating: of several, the one without an aspect. Returns null for 0 on a scale up to 5, which means unrated. */
export function ratingOf(review: SchemaNode): Rating | null {
  const given = valuesOf(review, 'reviewRating', 'rating');
  const overall = given.find((value) => !isNode(value) || valuesOf(value, 'reviewAspect').length === 0);
  const chosen = overall ?? given[0];
  const rating = isNode(chosen)
    ? ratingFrom(valuesOf(chosen, 'ratingValue', 'value')[0], valuesOf(chosen, 'bestRating', 'best')[0])
    : ratingFrom(chosen ?? valuesOf(review, 'ratingValue')[0], valuesOf(review, 'bestRating')[0]);
  return rating !== null && rating.value === 0 && rating.scale <= 5 ? null : rating;
}

function officialFrom(node: SchemaNode): OfficialRating | null {
  const rating = ratingFrom(valuesOf(node, 'ratingValue')[0], valuesOf(node, 'bestRating')[0]);
  if (rating === null || rating.value === 0) return null;
  const counts = [textOf(node, 'reviewCount'), textOf(node, 'ratingCount')].map(parseCount);
  return { ...rating, count: counts.find((count) => count !== null) ?? null };
}

interface Holder {
  thing: SchemaNode | null;
  rating: SchemaNode;
}

/** Returns each aggregate rating with the thing that it rates. */
function holdersOf(nodes: readonly SchemaNode[]): Holder[] {
  const nested = nodes.flatMap((thing) =>
    nodesOf(thing, 'aggregateRating').map((rating) => ({ thing, rating })),
  );
  const alone = nodes
    .filter((node) => node.types.some((type) => RATING_TYPES.has(type)))
    .filter((node) => !nested.some(({ rating }) => rating === node))
    .map((rating) => ({ thing: nodesOf(rating, 'itemReviewed')[0] ?? null, rating }));
  return [...nested, ...alone];
}

function isAbout(thing: SchemaNode | null, page: URL, title: string): boolean {
  if (thing === null) return false;
  // A fragment such as `#product` identifies a thing on the page, not the page.
  const id = thing.id?.startsWith('#') ? null : thing.id;
  const url = webUrl(textOf(thing, 'url') || id, page.href);
  if (url !== null && pageIdentity(new URL(url)) === pageIdentity(page)) return true;
  const name = foldText(textOf(thing, 'name'));
  return name !== '' && foldText(title).startsWith(name);
}

/** Returns the rating of the thing that the page is about, otherwise the rating with the most reviews. */
function chooseOfficial(
  nodes: readonly SchemaNode[],
  page: URL,
  title: string,
): (Holder & OfficialRating) | null {
  const rated = holdersOf(nodes).flatMap((holder) => {
    const official = officialFrom(holder.rating);
    return official === null ? [] : [{ ...holder, ...official }];
  });
  const ranked = rated.toSorted((a, b) => {
    const about = Number(isAbout(b.thing, page, title)) - Number(isAbout(a.thing, page, title));
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
    (node) => !parts.has(node) && !node.types.some((type) => FURNITURE.has(type) || REVIEW_TYPES.has(type)),
  );
  for (const node of [...(holder ? [holder] : []), ...hosts, ...reviewed, ...things.slice(0, 1)]) {
    const name = collectedLine(textOf(node, 'name'), 191, 2);
    if (name !== '') return name;
  }
  const plain = collectedLine(title, 191);
  return plain === '' ? null : plain;
}

/** Returns the URL of the first link or anchor with `rel=next` on the same host. */
function nextOf(html: ReturnType<typeof load>, page: URL): string | null {
  for (const element of html('link[rel~="next" i], a[rel~="next" i]').toArray()) {
    const url = webUrl(html(element).attr('href'), page.href);
    if (url !== null && new URL(url).host === page.host && url !== page.href) return url;
  }
  return null;
}

/** Returns true if the author is the page's own business. Some shops list such aggregate rows among the reviews. */
function isOwnRow(review: SchemaNode, name: string | null): boolean {
  const author = foldText(authorOf(review));
  return author !== '' && (author === foldText(name ?? '') || author === 'trustpilot');
}

/** Reads the reviews and the official rating of a page from JSON-LD, microdata, RDFa Lite and hReview. */
export function readSchemaPage(text: string, url: string): SchemaPage {
  const html = load(text);
  const page = new URL(url);
  const title = html('title').first().text();
  const jsonLd = readJsonLd(html);
  const nodes = [...jsonLd.nodes, ...readMarkup(html), ...readMicroformats(html)];
  const official = chooseOfficial(nodes, page, title);
  const name = nameOf(nodes, official?.thing ?? null, title);
  const reviews = nodes.filter((node) => node.types.some((type) => REVIEW_TYPES.has(type)));
  return {
    name,
    official: official && { value: official.value, scale: official.scale, count: official.count },
    reviews: reviews.filter((review) => !isOwnRow(review, name)),
    next: nextOf(html, page),
    brokenBlocks: jsonLd.broken,
  };
}
