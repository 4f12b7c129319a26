import { ownValue } from '@plaudit/contracts/own-value';
import { webUrl } from '@plaudit/runtime/content';
import { type BrokenBlocks, readJsonLd } from './json-ld';
import { readMarkup } from './microdata';
import { readMicroformats } from './microformats';
import { parseCount } from '../numbers';
import { MAX_TITLE, nextOf, REFRESH_ATTRIBUTES, refreshOf, titleOf } from './page-head';
import { readPageTree } from './page-tree';
import { chooseOfficial, type OfficialRating, ofOtherThings } from './ratings';
import { type PageReview, toReviewRows } from './review-row';
import {
  alternativesOf,
  firstOf,
  isNode,
  isReviewType,
  nodesOf,
  type SchemaNode,
  textOf,
} from './schema-node';
import { collectedLine, foldText } from '../text';
import { pageIdentity } from '../urls';
import { WorkBudget } from './work-budget';

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
/** Things of one page whose names are read until one has a name. */
const MAX_NAMED = 1_000;
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
  const others = ofOtherThings(nodes, facts, budget);
  const official = chooseOfficial(
    nodes.filter((node) => !others.has(node)),
    facts,
    budget,
  );
  const name = nameOf(nodes, official?.thing ?? null, title);
  const foldedName = foldText(name ?? '');
  const untyped = untypedReviews(nodes);
  const reviews = lists
    .flatMap((list, index) =>
      list.map((node) => ({ node, list: index, isShown: index >= jsonLd.lists.length })),
    )
    .filter(({ node }) => (node.types.some(isReviewType) || untyped.has(node)) && !others.has(node))
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
