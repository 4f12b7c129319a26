import { escapeHtml } from '@plaudit/runtime/content';
import { MAX_VALUE } from '../schema-org/schema-node';
import { mendedFeed } from './mended-feed';
import { elementsIn, readXml, type XmlElement, type XmlRoot, xmlText } from './xml';

/** Items of a feed that are read. Feeds have 10 to 100. */
const MAX_ITEMS = 500;
const MAX_LINE = 2_000;
/** Media of one item that are read. */
const MAX_MEDIA = 20;
/** Links of one item that are read. */
const MAX_LINKS = 20;

export interface FeedMedia {
  type: 'image' | 'video' | 'audio';
  url: string;
}

/** An item of a feed as plain data. Texts are HTML. What is missing is an empty string. */
export interface FeedItem {
  id: string;
  link: string;
  title: string;
  author: string;
  /** The texts of all its dates, the most usual one first. */
  published: readonly string[];
  content: string;
  /** The rating that the item is marked up with. */
  rating: { value: string; scale: string } | null;
  media: FeedMedia[];
}

export interface Feed {
  title: string;
  /** The page that the feed belongs to. */
  link: string;
  items: FeedItem[];
  /** The items that cannot be read. Null if there are none. */
  unread: { count: number; total: number; example: string | null } | null;
}

/** Elements of RSS 1.0, whose root is the one of RDF. */
const RSS_IN_RDF =
  /^http:\/\/(?:purl\.org\/rss\/1\.0|my\.netscape\.com\/rdf\/simple\/0\.9|channel\.netscape\.com\/rdf)\//;

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
  const root = readXml(mended.trimStart(), prefixOf);
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
  const listed = [...elementsIn(channel, 'item', MAX_ITEMS), ...elementsIn(root, 'item', MAX_ITEMS)];
  if (root.name === 'rss' || root.name === 'rdf:rdf') return feedOf([root, channel], listed);
  return root.name === 'feed' ? feedOf([root], elementsIn(root, 'entry', MAX_ITEMS)) : null;
}

/** Returns the prefix of the elements of a feed: that of its root, or the one that RDF gives to RSS. */
function prefixOf({ name, attributes }: XmlRoot): string {
  const [, prefix = ''] = /^([^:]{1,50}):(?:rss|feed)$/.exec(name) ?? [];
  if (name !== 'rdf:rdf') return prefix;
  const bound = attributes.find(([key, value]) => key.startsWith('xmlns:') && RSS_IN_RDF.test(value));
  return bound ? bound[0].slice('xmlns:'.length).toLowerCase() : '';
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
  const guid = line(item, ['guid', 'id']) || item.attribute('rdf:about').slice(0, MAX_LINE).trim();
  const link = linkOf(item, inside) || permaLinkOf(item);
  return {
    id: guid || link,
    link,
    title: html(item, TITLES),
    author: authorOf(item) || atomAuthorOf(elementsIn(item, 'source', 1)[0]) || atomAuthorOf(heads[0]),
    published: DATES.map((name) => line(item, [name])).filter((date) => date !== ''),
    content: html(item, CONTENTS),
    rating: ratingOf(item),
    media: mediaOf(item, inside),
  };
}

/** Returns the text of the first of the named elements that has one, on one line. */
function line(item: XmlElement, names: readonly string[]): string {
  for (const name of names) {
    const [element] = elementsIn(item, name, 1);
    const text = element ? xmlText(element, MAX_LINE).trim() : '';
    if (text !== '') return text;
  }
  return '';
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
  const address = guid && guid.attribute('isPermaLink') !== 'false' ? line(item, ['guid']) : '';
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
  const given = atomAuthorOf(item) || line(item, AUTHORS);
  const tail = given.slice(-210);
  return (
    /\(([^()]{1,200})\)\s*$/.exec(tail)?.[1]?.trim() ??
    given.replace(/\s*<[^<>\s]{1,200}@[^<>\s]{1,200}>\s*$/, '')
  );
}

/** Returns the name of an author of Atom. Entries without one have that of their source or feed. */
function atomAuthorOf(holder: XmlElement | undefined): string {
  const [author] = holder ? elementsIn(holder, 'author', 1) : [];
  return author ? line(author, ['name']) : '';
}

/** Returns the elements of Media RSS with a name, directly in the item or in one of its groups. */
function mediaElements(item: XmlElement, name: string): XmlElement[] {
  const groups = ['media:group', 'media:community'].flatMap((group) => elementsIn(item, group, 1));
  return [item, ...groups].flatMap((holder) => elementsIn(holder, name, MAX_MEDIA));
}

function ratingOf(item: XmlElement): FeedItem['rating'] {
  const [rating] = [...mediaElements(item, 'media:starrating'), ...elementsIn(item, 'gd:rating', 1)];
  const value = rating ? rating.attribute('value') || rating.attribute('average') : '';
  if (!rating || value === '') return figureOf(line(item, ['im:rating', 'review:rating', 'rating']));
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
