import type { CheerioAPI, load } from 'cheerio';
import { localName, type SchemaNode, type SchemaValue } from './json-ld';

/** A node of a parsed page. cheerio does not export the type. */
type HtmlNode = Exclude<Parameters<typeof load>[0], string | Buffer | readonly unknown[]>;

/** The attributes of a syntax. Microdata and RDFa Lite differ only in these. */
interface Dialect {
  /** Attribute of the element that starts a thing. */
  scope: string;
  types: string;
  property: string;
  id: string;
}

const MICRODATA: Dialect = { scope: 'itemscope', types: 'itemtype', property: 'itemprop', id: 'itemid' };
const RDFA: Dialect = { scope: 'typeof', types: 'typeof', property: 'property', id: 'resource' };

/** Elements that start a new line. The full rules for plain text apply later, to the value. */
const BREAKING = new Set(['br', 'p', 'div', 'li']);
const MAX_DEPTH = 32;

type Element = HtmlNode & { name: string; attribs: Record<string, string>; children: HtmlNode[] };

function isElement(node: HtmlNode): node is Element {
  return 'attribs' in node && 'name' in node;
}

function textOf(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.data;
      if (!isElement(node) || node.name === 'script' || node.name === 'style') return '';
      return BREAKING.has(node.name) ? `\n${textOf(node.children)}` : textOf(node.children);
    })
    .join('');
}

/** Applies the value rules of microdata: `content` first, then `datetime`, then a URL, then the text. */
function valueOf(element: Element): string {
  const { content, datetime, value, href, src } = element.attribs;
  if (content !== undefined) return content;
  if (datetime !== undefined) return datetime;
  if (element.name === 'data' || element.name === 'meter') return value ?? textOf(element.children);
  return href ?? src ?? element.attribs['data'] ?? textOf(element.children);
}

class ScopeReader {
  readonly nodes: SchemaNode[] = [];

  constructor(
    private readonly page: CheerioAPI,
    private readonly dialect: Dialect,
  ) {}

  read(): SchemaNode[] {
    this.collect(this.page.root().contents().toArray(), {}, 0);
    return this.nodes;
  }

  /** Adds the properties of `nodes` to the values of the thing around them. A nested thing becomes a node of its own. */
  private collect(nodes: readonly HtmlNode[], into: Record<string, SchemaValue[]>, depth: number): void {
    for (const element of nodes) {
      if (!isElement(element)) continue;
      const names = (element.attribs[this.dialect.property] ?? '').split(/\s+/).filter((name) => name !== '');
      const value = this.startsThing(element) ? this.thing(element, depth) : null;
      for (const name of names) (into[localName(name)] ??= []).push(value ?? valueOf(element));
      if (value === null) this.collect(element.children, into, depth);
    }
  }

  private startsThing(element: Element): boolean {
    return element.attribs[this.dialect.scope] !== undefined;
  }

  private thing(element: Element, depth: number): SchemaNode {
    const values: Record<string, SchemaValue[]> = {};
    const types = (element.attribs[this.dialect.types] ?? '').split(/\s+/).filter((type) => type !== '');
    const node = { id: element.attribs[this.dialect.id] ?? null, types: types.map(localName), values };
    this.nodes.push(node);
    if (depth > MAX_DEPTH) return node;
    this.collect(element.children, values, depth + 1);
    // `itemref` adds elements from elsewhere on the page. The depth limit ends a circular reference.
    for (const id of (element.attribs['itemref'] ?? '').split(/\s+/)) {
      const referred = id === '' ? [] : this.page(`[id="${id.replace(/["\\]/g, '\\$&')}"]`).toArray();
      this.collect(referred, values, depth + 1);
    }
    return node;
  }
}

/** Returns every thing that is marked up with microdata, then every thing that is marked up with RDFa Lite. */
export function readMarkup(page: CheerioAPI): SchemaNode[] {
  return [MICRODATA, RDFA].flatMap((dialect) => new ScopeReader(page, dialect).read());
}
