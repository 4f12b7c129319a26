import { escapeHtml } from '@plaudit/runtime/content';
import { MAX_VALUE } from '../schema-org/schema-node';
import type { Feed, FeedItem, FeedMedia } from './feed-item';
import { mendedFeed } from './mended-feed';
import { productReviewsIn } from './product-reviews';
import {
  elementsIn,
  MAX_LINE,
  readXml,
  type XmlElement,
  xmlLine,
  type XmlPrefixes,
  type XmlRoot,
  xmlText,
} from './xml';

/** Items of a feed that are read. Feeds have 10 to 100. */
const MAX_ITEMS = 500;
/** Media of one item that are read. */
const MAX_MEDIA = 20;
/** Links of one item that are read. */
const MAX_LINKS = 20;

/** Elements of RSS 1.0, whose root is the one of RDF. */
const RSS_IN_RDF =
  /^http:\/\/(?:purl\.org\/rss\/1\.0|my\.netscape\.com\/rdf\/simple\/0\.9|channel\.netscape\.com\/rdf)\//;

/** The prefixes by which the elements of other vocabularies are found. */
const USUAL_PREFIXES: readonly (readonly [namespace: RegExp, prefix: string])[] = [
  [/^http:\/\/purl\.org\/dc\/elements\/1\.1\b/, 'dc'],
  [/^http:\/\/purl\.org\/dc\/terms\b/, 'dcterms'],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content\b/, 'content'],
  [/^https?:\/\/search\.yahoo\.com\/mrss\b/, 'media'],
  [/^http:\/\/www\.itunes\.com\/dtds\/podcast/i, 'itunes'],
  [/^http:\/\/itunes\.apple\.com\/rss\b/, 'im'],
  [/^http:\/\/schemas\.google\.com\/g\/2005\b/, 'gd'],
  [/^http:\/\/base\.google\.com\/ns\/1\.0\b/, 'g'],
];
/** The page of an item that WordPress makes of a comment. Its title only says "Comment on … by …", in the language of the site. */
const COMMENT = /#comment-\d{1,20}$/;
const TITLES = ['title', 'dc:title', 'media:title'];
const CONTENTS = [
  'content:encoded',
  'content',
  'description',
  'summary',
  'xhtml:body',
  'body',
  'fullitem',
  'dc:description',
  'itunes:summary',
  'media:description',
];
const AUTHORS = ['dc:creator', 'author', 'dc:author', 'itunes:author'];
const DATES = [
  'pubdate',
  'published',
  'dc:date',
  'dcterms:issued',
  'dcterms:created',
  'issued',
  'created',
  'updated',
  'modified',
  'dcterms:modified',
  'atom:published',
  'atom:updated',
  'a10:updated',
];

/**
 * Reads a feed: RSS 0.9 to 2.0 or Atom. Markup that is not well-formed spoils its own item at most. Returns null if the text is
 * no feed. The result has a bounded size, and the work grows with the length of the text only.
 */
export function readFeed(text: string): Feed | null {
  const { text: mended, started, unread } = mendedFeed(text);
  const root = readXml(mended.trimStart(), prefixesOf);
  const feed = root && feedIn(root);
  if (!feed) return null;
  const count = started - feed.items.length;
  return started > MAX_ITEMS || count <= 0
    ? feed
    : { ...feed, unread: { count, total: started, example: unread } };
}

function feedIn(root: XmlElement): Feed | null {
  const [channel = root] = elementsIn(root, 'channel', 1);
  // The items of RSS 1.0 are beside its channel.
  const listed = [...new Set([channel, root])].flatMap((holder) => elementsIn(holder, 'item', MAX_ITEMS));
  if (root.name === 'rss' || root.name === 'rdf:rdf') return feedOf([root, channel], listed);
  if (root.name !== 'feed') return null;
  return productReviewsIn(root, MAX_ITEMS) ?? feedOf([root], elementsIn(root, 'entry', MAX_ITEMS));
}

/** Returns the usual prefixes of a feed. That of its root, or the one that RDF gives to RSS, is the one of the format. */
function prefixesOf({ name, attributes }: XmlRoot): XmlPrefixes {
  const bound = attributes
    .filter(([key]) => key.startsWith('xmlns:'))
    .map(([key, namespace]) => [key.slice('xmlns:'.length).toLowerCase(), namespace] as const);
  const prefixes = new Map<string, string>();
  for (const [prefix, namespace] of bound) {
    const usual = USUAL_PREFIXES.find(([pattern]) => pattern.test(namespace))?.[1];
    if (usual !== undefined) prefixes.set(prefix, usual);
    if (name === 'rdf:rdf' && RSS_IN_RDF.test(namespace)) prefixes.set(prefix, usual ?? '');
  }
  const [, own] = /^([^:]{1,50}):(?:rss|feed)$/.exec(name) ?? [];
  return own === undefined ? prefixes : prefixes.set(own, '');
}

/** `heads` are the elements around the items, the outermost one first. */
function feedOf(heads: readonly [XmlElement, ...XmlElement[]], items: readonly XmlElement[]): Feed {
  const head = heads.at(-1) ?? heads[0];
  return {
    title: html(head, TITLES),
    link: linkOf(head, heads),
    items: items.slice(0, MAX_ITEMS).map((item) => itemOf(item, heads)),
    unread: null,
  };
}

function itemOf(item: XmlElement, heads: readonly XmlElement[]): FeedItem {
  const inside = [...heads, item];
  const guid = xmlLine(item, ['guid', 'id']) || item.attribute('rdf:about').slice(0, MAX_LINE).trim();
  const link = linkOf(item, inside) || permaLinkOf(item);
  return {
    id: guid || link,
    link,
    title: COMMENT.test(link) ? '' : html(item, TITLES),
    author: authorOf(item) || atomAuthorOf(elementsIn(item, 'source', 1)[0]) || atomAuthorOf(heads[0]),
    published: DATES.map((name) => xmlLine(item, [name])).filter((date) => date !== ''),
    content: html(item, CONTENTS),
    rating: ratingOf(item),
    media: mediaOf(item, inside),
    isVerified: false,
    isSpam: false,
  };
}

/** Returns the HTML of the first of the named elements that has any. Plain text of Atom is escaped. */
function html(item: XmlElement, names: readonly string[]): string {
  for (const name of names) {
    const [element] = name.startsWith('media:') ? mediaElements(item, name) : elementsIn(item, name, 1);
    const text = element ? contentOf(element) : '';
    if (!element || text === '') continue;
    return isPlain(element) ? escapeHtml(text) : text;
  }
  return '';
}

function contentOf(element: XmlElement): string {
  const text = xmlText(element, MAX_VALUE).trim();
  const isEncoded =
    element.attribute('mode') === 'base64' || element.attribute('type') === 'application/octet-stream';
  return isEncoded ? Buffer.from(text, 'base64').toString() : text;
}

/** Only Atom gives its texts a type. The elements of XHTML are left out when the text is read. */
function isPlain(element: XmlElement): boolean {
  const type = element.attribute('type').slice(0, 50).toLowerCase();
  return type === 'text' || type === 'text/plain' || type === 'xhtml';
}

function linkOf(item: XmlElement, inside: readonly XmlElement[]): string {
  const links = elementsIn(item, 'link', MAX_LINKS);
  const chosen = links.find((link) => ['', 'alternate'].includes(link.attribute('rel'))) ?? links[0];
  const address = chosen ? chosen.attribute('href') || xmlText(chosen, MAX_LINE) : '';
  return chosen ? based(address, [...inside, chosen]) : '';
}

/** A guid of RSS is the URL of its item unless it says that it is not. */
function permaLinkOf(item: XmlElement): string {
  const [guid] = elementsIn(item, 'guid', 1);
  const address = guid && guid.attribute('isPermaLink') !== 'false' ? xmlLine(item, ['guid']) : '';
  return /^https?:\/\//i.test(address) ? address : '';
}

/** Returns an address with the `xml:base` of the elements around it, as far as they say where they are. */
function based(address: string, inside: readonly XmlElement[]): string {
  const given = address.slice(0, MAX_LINE).trim();
  const bases = inside.map((element) => element.attribute('xml:base').slice(0, MAX_LINE)).filter(Boolean);
  if (given === '' || bases.length === 0) return given;
  const base = bases.reduce((outer, inner) => URL.parse(inner, outer || undefined)?.href ?? outer, '');
  return URL.parse(given, base || undefined)?.href ?? given;
}

/** Returns the name of the author. RSS writes `mail@example.com (Name)` or `Name <mail@example.com>`; only the name counts. */
function authorOf(item: XmlElement): string {
  const given = atomAuthorOf(item) || xmlLine(item, AUTHORS);
  const tail = given.slice(-210);
  return (
    /\(([^()]{1,200})\)\s*$/.exec(tail)?.[1]?.trim() ??
    given.replace(/\s*<[^<>\s]{1,200}@[^<>\s]{1,200}>\s*$/, '')
  );
}

/** Returns the name of an author of Atom. Entries without one have that of their source or feed. */
function atomAuthorOf(holder: XmlElement | undefined): string {
  const [author] = holder ? elementsIn(holder, 'author', 1) : [];
  return author ? xmlLine(author, ['name']) : '';
}

/** Returns the elements of Media RSS with a name, directly in the item or in one of its groups. */
function mediaElements(item: XmlElement, name: string): XmlElement[] {
  const groups = ['media:group', 'media:community'].flatMap((group) => elementsIn(item, group, 1));
  return [item, ...groups].flatMap((holder) => elementsIn(holder, name, MAX_MEDIA));
}

function ratingOf(item: XmlElement): FeedItem['rating'] {
  const [rating] = [...mediaElements(item, 'media:starrating'), ...elementsIn(item, 'gd:rating', 1)];
  const value = rating ? rating.attribute('value') || rating.attribute('average') : '';
  if (!rating || value === '')
    return figureOf(xmlLine(item, ['im:rating', 'review:rating', 'g:rating', 'rating']));
  return { value: value.slice(0, 20), scale: (rating.attribute('max') || '5').slice(0, 20) };
}

/** Returns a figure of 0 to 5, which App Store and shops write as the text of an element. */
function figureOf(value: string): FeedItem['rating'] {
  return /^[0-5](?:[.,]\d{1,2})?$/.test(value) ? { value, scale: '5' } : null;
}

function mediaOf(item: XmlElement, inside: readonly XmlElement[]): FeedMedia[] {
  const links = elementsIn(item, 'link', MAX_LINKS).filter((link) => link.attribute('rel') === 'enclosure');
  const found = [
    ...elementsIn(item, 'enclosure', MAX_MEDIA),
    ...links,
    ...mediaElements(item, 'media:content'),
    ...mediaElements(item, 'media:thumbnail'),
  ];
  return found.slice(0, MAX_MEDIA).flatMap((element) => {
    const url = based(element.attribute('url') || element.attribute('href'), inside);
    const type = mediaTypeOf(element);
    return url === '' || type === null ? [] : [{ type, url }];
  });
}

function mediaTypeOf(element: XmlElement): FeedMedia['type'] | null {
  if (element.name === 'media:thumbnail') return 'image';
  const kind = (element.attribute('medium') || element.attribute('type')).slice(0, 50).toLowerCase();
  return (['image', 'video', 'audio'] as const).find((type) => kind.startsWith(type)) ?? null;
}
