import { escapeHtml } from '@plaudit/runtime/content';
import { MAX_VALUE } from '../schema-org/schema-node';
import { elementsIn, readXml, type XmlElement, xmlText } from './xml';

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
  published: string;
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
}

/**
 * Reads a feed: RSS 0.9 to 2.0 or Atom. Returns null if the text is no feed. The result has a bounded size, and the work grows
 * with the length of the text only.
 */
export function readFeed(text: string): Feed | null {
  const root = readXml(text.trimStart());
  if (!root) return null;
  const [channel = root] = elementsIn(root, 'channel', 1);
  // The items of RSS 1.0 are beside its channel.
  const listed = [...elementsIn(channel, 'item', MAX_ITEMS), ...elementsIn(root, 'item', MAX_ITEMS)];
  if (root.name === 'rss' || root.name === 'rdf:rdf') return feedOf(channel, listed);
  return root.name === 'feed' ? feedOf(root, elementsIn(root, 'entry', MAX_ITEMS)) : null;
}

function feedOf(head: XmlElement, items: readonly XmlElement[]): Feed {
  return { title: html(head, 'title'), link: linkOf(head), items: items.slice(0, MAX_ITEMS).map(itemOf) };
}

function itemOf(item: XmlElement): FeedItem {
  const link = linkOf(item);
  return {
    id: line(item, 'guid', 'id') || item.attribute('rdf:about').slice(0, MAX_LINE).trim() || link,
    link,
    title: html(item, 'title'),
    author: authorOf(item),
    published: line(item, 'pubdate', 'published', 'dc:date', 'issued', 'updated'),
    content: html(item, 'content:encoded', 'content', 'description', 'summary'),
    rating: ratingOf(item),
    media: mediaOf(item),
  };
}

/** Returns the text of the first of the named elements that has one, on one line. */
function line(item: XmlElement, ...names: string[]): string {
  for (const name of names) {
    const [element] = elementsIn(item, name, 1);
    const text = element ? xmlText(element, MAX_LINE).trim() : '';
    if (text !== '') return text;
  }
  return '';
}

/** Returns the HTML of the first of the named elements that has any. Plain text of Atom is escaped. */
function html(item: XmlElement, ...names: string[]): string {
  for (const name of names) {
    const [element] = elementsIn(item, name, 1);
    const text = element ? xmlText(element, MAX_VALUE).trim() : '';
    if (!element || text === '') continue;
    return isPlain(element) ? escapeHtml(text) : text;
  }
  return '';
}

/** Only Atom gives its texts a type. The elements of XHTML are left out when the text is read. */
function isPlain(element: XmlElement): boolean {
  const type = element.attribute('type').slice(0, 50).toLowerCase();
  return type === 'text' || type === 'xhtml';
}

function linkOf(item: XmlElement): string {
  const links = elementsIn(item, 'link', MAX_LINKS);
  const chosen = links.find((link) => ['', 'alternate'].includes(link.attribute('rel'))) ?? links[0];
  const address = chosen ? chosen.attribute('href') || xmlText(chosen, MAX_LINE) : '';
  return address.slice(0, MAX_LINE).trim();
}

/** Returns the name of the author. RSS writes `mail@example.com (Name)`, of which only the name counts. */
function authorOf(item: XmlElement): string {
  const [author] = elementsIn(item, 'author', 1);
  const name = author ? line(author, 'name') : '';
  const given = name || line(item, 'dc:creator', 'author');
  return /\(([^()]{1,200})\)\s*$/.exec(given.slice(-210))?.[1]?.trim() ?? given;
}

/** Returns the elements of Media RSS with a name, directly in the item or in one of its groups. */
function mediaElements(item: XmlElement, name: string): XmlElement[] {
  const groups = ['media:group', 'media:community'].flatMap((group) => elementsIn(item, group, 1));
  return [item, ...groups].flatMap((holder) => elementsIn(holder, name, MAX_MEDIA));
}

function ratingOf(item: XmlElement): FeedItem['rating'] {
  const [rating] = [...mediaElements(item, 'media:starrating'), ...elementsIn(item, 'gd:rating', 1)];
  const value = rating ? rating.attribute('value') || rating.attribute('average') : '';
  if (!rating || value === '') return null;
  return { value: value.slice(0, 20), scale: (rating.attribute('max') || '5').slice(0, 20) };
}

function mediaOf(item: XmlElement): FeedMedia[] {
  const links = elementsIn(item, 'link', MAX_LINKS).filter((link) => link.attribute('rel') === 'enclosure');
  const found = [
    ...elementsIn(item, 'enclosure', MAX_MEDIA),
    ...links,
    ...mediaElements(item, 'media:content'),
    ...mediaElements(item, 'media:thumbnail'),
  ];
  return found.slice(0, MAX_MEDIA).flatMap((element) => {
    const url = (element.attribute('url') || element.attribute('href')).slice(0, MAX_LINE).trim();
    const type = mediaTypeOf(element);
    return url === '' || type === null ? [] : [{ type, url }];
  });
}

function mediaTypeOf(element: XmlElement): FeedMedia['type'] | null {
  if (element.name === 'media:thumbnail') return 'image';
  const kind = (element.attribute('medium') || element.attribute('type')).slice(0, 50).toLowerCase();
  return (['image', 'video', 'audio'] as const).find((type) => kind.startsWith(type)) ?? null;
}
