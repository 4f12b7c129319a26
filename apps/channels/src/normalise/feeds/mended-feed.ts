/** Items that are written. More are not read. */
const MAX_ITEMS = 500;
/** Tags of one item that are compared. An item with more of them cannot be read. */
const MAX_TAGS = 50_000;
/** Elements around one element inside of an item. Beyond them, the markup is taken as text. */
const MAX_DEPTH = 50;

/** A tag, a section that contains no tags, or a "<" that opens none of them. Names are in lower case. */
interface Token {
  kind: 'start' | 'end' | 'empty' | 'section' | 'loose';
  name: string;
  from: number;
  to: number;
}

// A value of an attribute contains no "<" in XML. So each try ends at the next one, and all together are linear work.
const TAG = /<(\/?)([a-z_][^\s/<>"'=]*)[^<>"']*(?:(?:"[^<"]*"|'[^<']*')[^<>"']*)*>/iy;
const SECTIONS = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;
const ROOT = /^(?:[^:]{1,50}:)?(?:rss|feed|rdf)$/;
/** Elements of a root that contain the items. Google has a list of reviews. */
const LIST = /^(?:[^:]{1,50}:)?(?:channel|reviews)$/;
const REVIEWS = /<(?:[^\s:<>]{1,50}:)?reviews[\s>]/i;
/** Characters of a feed of reviews before its list. */
const MAX_HEAD = 20_000;
/** Elements of a feed that contain other elements, without their prefix. */
const STRUCTURES = new Set([
  'author',
  'contributor',
  'source',
  'group',
  'community',
  'reviewer',
  'ratings',
  'products',
]);
/** What the warning of a server before the feed is made of. */
const WARNING = new Set(['br', 'b', 'p', 'pre', 'i', 'font', 'strong', 'div']);
const DOCTYPE = /<!doctype\s/i;
const PAGE = /<!doctype\s{1,9}html/i;

/** The text of a feed whose items are well-formed, and how many of them begin in it. */
export interface MendedFeed {
  text: string;
  started: number;
  /** The beginning of the first item that has no end or too many tags. */
  unread: string | null;
}

/** Yields the tokens of a text in their order. */
function* tokensOf(text: string): Generator<Token> {
  const ends = new Map<string, number>();
  for (let from = text.indexOf('<'); from >= 0;) {
    const token = tokenAt(text, from, ends);
    yield token;
    from = text.indexOf('<', token.to);
  }
}

/** `ends` remembers the ends of sections that the text no longer has. */
function tokenAt(text: string, from: number, ends: Map<string, number>): Token {
  const [start, end] = SECTIONS.find(([first]) => text.startsWith(first, from)) ?? [];
  if (start !== undefined) {
    const found = ends.get(end) === -1 ? -1 : text.indexOf(end, from + start.length);
    ends.set(end, found);
    const to = found < 0 ? from + start.length : found + end.length;
    return { kind: found < 0 ? 'loose' : 'section', name: '', from, to };
  }
  TAG.lastIndex = from;
  const [tag, slash, name = ''] = TAG.exec(text) ?? [];
  if (tag === undefined) return { kind: 'loose', name: '', from, to: from + 1 };
  const kind = slash === '/' ? 'end' : tag.endsWith('/>') ? 'empty' : 'start';
  return { kind, name: name.toLowerCase(), from, to: from + tag.length };
}

/** Writes a feed again so that each item has its end, and all that is open in it ends before. */
class FeedMender {
  started = 0;
  unread: string | null = null;
  private readonly parts: string[] = [];
  private readonly containers: string[] = [];
  /** The name of the items. It has its prefix once the first one has begun. */
  private itemName = '';
  /** The start tag of the item that is being read, or null between items. */
  private item: Token | null = null;
  private tokens: Token[] = [];
  private from = 0;
  private isTooLong = false;

  constructor(private readonly text: string) {}

  mend(): string {
    for (const token of tokensOf(this.text)) {
      this.add(token);
      if (this.started > MAX_ITEMS) break;
    }
    if (this.item) this.giveUp();
    else this.flush(this.text.length);
    for (const name of this.containers.toReversed()) this.parts.push(`</${name}>`);
    return this.parts.join('');
  }

  private add(token: Token): void {
    const { kind, name } = token;
    const isTag = kind === 'start' || kind === 'end';
    if (isTag && this.isContainer(token)) this.passContainer(token);
    else if (isTag && this.isItem(name)) this.passItem(token);
    else if (this.tokens.length < MAX_TAGS) this.tokens.push(token);
    else this.isTooLong = true;
  }

  private isContainer({ kind, name }: Token): boolean {
    if (kind === 'end') return this.containers.at(-1)?.toLowerCase() === name;
    if (this.containers.length === 0) return ROOT.test(name) || name === 'rdf:rdf';
    return this.containers.length === 1 && !this.item && LIST.test(name);
  }

  private isItem(name: string): boolean {
    if (this.containers.length === 0 || !name.endsWith(this.itemName)) return false;
    if (name === this.itemName) return true;
    if (this.started > 0 || name.slice(name.indexOf(':') + 1) !== this.itemName) return false;
    this.itemName = name;
    return true;
  }

  private passContainer(token: Token): void {
    if (this.containers.length === 0) this.beginRoot(token);
    else if (this.item) this.endItem(token.from);
    else this.flush(token.from);
    this.parts.push(this.text.slice(token.from, token.to));
    this.from = token.to;
    if (token.kind === 'start') this.containers.push(this.nameIn(token));
    else this.containers.pop();
  }

  /** Drops the warning of a server before the root. Something else before it means that it is no root. */
  private beginRoot({ name: root, from }: Token): void {
    const hasReviews = REVIEWS.test(this.text.slice(from, from + MAX_HEAD));
    this.itemName = !root.endsWith('feed') ? 'item' : hasReviews ? 'review' : 'entry';
    const before = this.text.slice(0, from);
    const isWarning = this.tokens.every(
      ({ kind, name }) => kind === 'section' || kind === 'loose' || WARNING.has(name),
    );
    const isRoot = isWarning && !PAGE.test(before);
    const doctype = before.search(DOCTYPE);
    const kept = isRoot ? (doctype < 0 ? '' : before.slice(doctype)) : before;
    this.parts.push(kept);
    this.tokens = [];
  }

  private passItem(token: Token): void {
    if (this.item) this.endItem(token.from);
    else this.flush(token.from);
    this.from = token.to;
    if (token.kind === 'end') return;
    this.started += 1;
    this.item = token;
  }

  private endItem(to: number): void {
    const { item } = this;
    if (!item) return;
    this.item = null;
    if (this.isTooLong) return this.giveUp(item);
    this.parts.push(this.text.slice(item.from, item.to));
    this.flush(to);
    this.parts.push(`</${this.nameIn(item)}>`);
  }

  private giveUp(item = this.item): void {
    this.unread ??= item && this.text.slice(item.from, item.from + 200);
    this.tokens = [];
    this.isTooLong = false;
  }

  private nameIn({ from, name }: Token): string {
    return this.text.slice(from + 1, from + 1 + name.length);
  }

  private flush(to: number): void {
    const { tokens } = this;
    this.tokens = [];
    const isWellFormed = this.containers.length === 0 || isBalanced(tokens);
    if (isWellFormed) this.parts.push(this.text.slice(this.from, to));
    else this.fields(tokens);
  }

  /** Writes the elements that stand side by side. Text between them is dropped. */
  private fields(tokens: readonly Token[]): void {
    const endsByName = endsIn(tokens);
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at];
      if (token?.kind === 'empty') this.parts.push(this.text.slice(token.from, token.to));
      if (token?.kind !== 'start') continue;
      const ends = endsByName.get(token.name) ?? [];
      while ((ends.at(-1) ?? at) < at) ends.pop();
      const end = ends.at(-1);
      this.field(token, tokens.slice(at + 1, end ?? at + 1), tokens[end ?? at + 1]);
      at = end ?? at;
    }
  }

  /** Writes an element. Markup in it that is not well-formed is text. An element without an end tag ends at the next tag. */
  private field(start: Token, inside: readonly Token[], next: Token | undefined): void {
    const name = this.nameIn(start);
    const tag = this.text.slice(start.from, start.to);
    const content = this.text.slice(start.to, next?.from ?? start.to);
    if (isBalanced(inside)) this.parts.push(tag, content);
    else if (STRUCTURES.has(name.slice(name.indexOf(':') + 1).toLowerCase()) && /^\s*</.test(content)) {
      this.parts.push(tag);
      this.fields(inside);
    } else {
      // The text of an element is HTML now, which the type XHTML would deny.
      this.parts.push(tag.replace(/\stype\s{0,9}=\s{0,9}(["'])xhtml\1/i, ''));
      this.parts.push(this.escaped(inside, start.to, next?.from ?? start.to));
    }
    this.parts.push(`</${name}>`);
  }

  private escaped(inside: readonly Token[], from: number, to: number): string {
    const parts: string[] = [];
    let at = from;
    for (const token of inside) {
      parts.push(this.text.slice(at, token.from));
      const written = this.text.slice(token.from, token.to);
      const isOpenSection = token.kind === 'loose' && written.length > 1;
      if (!isOpenSection) parts.push(token.kind === 'section' ? written : written.replace('<', '&lt;'));
      at = token.to;
    }
    parts.push(this.text.slice(at, to));
    return parts.join('');
  }
}

/** Returns where the end tags of each name are, the last one first. */
function endsIn(tokens: readonly Token[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, { kind, name }] of tokens.entries()) {
    if (kind !== 'end') continue;
    const known = found.get(name) ?? [];
    known.push(index);
    found.set(name, known);
  }
  for (const ends of found.values()) ends.reverse();
  return found;
}

function isBalanced(tokens: readonly Token[]): boolean {
  const open: string[] = [];
  for (const { kind, name } of tokens) {
    if (kind === 'loose') return false;
    if (kind === 'start') open.push(name);
    if (open.length > MAX_DEPTH) return false;
    if (kind === 'end' && open.pop() !== name) return false;
  }
  return open.length === 0;
}

/**
 * Returns the text of a feed so that one item with broken markup leaves the others whole. Markup in a text that is not
 * well-formed becomes part of the text. An item that has no end before the end of the text is dropped.
 */
export function mendedFeed(text: string): MendedFeed {
  const mender = new FeedMender(text);
  const mended = mender.mend();
  return { text: mended, started: mender.started, unread: mender.unread };
}
