import type { CheerioAPI } from 'cheerio';

/** A schema.org thing, independent of its syntax. Type names have no prefix. Every value is a list. */
export interface SchemaNode {
  id: string | null;
  types: readonly string[];
  values: Readonly<Record<string, readonly SchemaValue[]>>;
}
export type SchemaValue = string | number | boolean | SchemaNode;

export function isNode(value: SchemaValue | undefined): value is SchemaNode {
  return typeof value === 'object';
}

/** Returns a name without its prefix: `Review` for `https://schema.org/Review` and for `schema:Review`. */
export function localName(name: string): string {
  return name.trim().split(/[/#:]/).pop() ?? '';
}

const MAX_DEPTH = 32;

// Real pages wrap JSON-LD in HTML comments or CDATA, leave trailing commas and put raw newlines into strings.
function repaired(json: string): string {
  return json
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*;?\s*$/, '')
    .replace(/"(?:[^"\\]|\\[^])*"|,(?=\s*[}\]])/g, (token) =>
      // oxlint-disable-next-line no-control-regex
      token === ',' ? '' : token.replace(/[\u0000-\u001F]/g, (raw) => JSON.stringify(raw).slice(1, -1)),
    )
    .trim()
    .replace(/;$/, '');
}

function parseBlock(text: string): unknown {
  for (const json of [text, repaired(text)]) {
    try {
      return JSON.parse(json) as unknown;
    } catch {
      // The repaired text is tried next. If that fails too, only this block is skipped, not the page.
    }
  }
  return undefined;
}

type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.flat(MAX_DEPTH) : [value];
}

/** Turns the objects of all blocks of a page into nodes. All references to one `@id` give the same node. */
class JsonLdReader {
  private readonly byId = new Map<string, SchemaNode>();
  private readonly sources = new Map<string, JsonObject>();
  readonly nodes: SchemaNode[] = [];

  constructor(private readonly blocks: readonly unknown[]) {}

  read(): SchemaNode[] {
    for (const block of this.blocks) this.index(block, 0);
    for (const block of this.blocks) for (const item of listOf(block)) this.value(item, 0);
    return this.nodes;
  }

  private index(value: unknown, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const item of listOf(value)) {
      if (!isObject(item)) continue;
      const id = item['@id'];
      const described = Object.keys(item).length > 1;
      if (typeof id === 'string' && described && !this.sources.has(id)) this.sources.set(id, item);
      for (const child of Object.values(item)) this.index(child, depth + 1);
    }
  }

  private value(item: unknown, depth: number): SchemaValue | undefined {
    if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') return item;
    if (!isObject(item) || depth > MAX_DEPTH) return undefined;
    if ('@value' in item) return this.value(item['@value'], depth + 1);
    return this.node(item, depth);
  }

  private node(item: JsonObject, depth: number): SchemaNode {
    const id = typeof item['@id'] === 'string' ? item['@id'] : null;
    const known = id === null ? undefined : this.byId.get(id);
    if (known) return known;
    const source = (id === null ? undefined : this.sources.get(id)) ?? item;
    const values: Record<string, SchemaValue[]> = {};
    const node: SchemaNode = { id, types: typesOf(source), values };
    // The node is registered before its properties are read, so that a circular reference ends here.
    if (id !== null) this.byId.set(id, node);
    this.nodes.push(node);
    for (const [name, child] of Object.entries(source)) {
      if (name.startsWith('@') && name !== '@graph' && name !== '@reverse') continue;
      const members = listOf(child).map((member) => this.value(member, depth + 1));
      values[localName(name)] = members.filter((member) => member !== undefined);
    }
    return node;
  }
}

function typesOf(item: JsonObject): string[] {
  return listOf(item['@type'])
    .filter((type) => typeof type === 'string')
    .map(localName);
}

/** Returns the nodes of all JSON-LD blocks of the page, and the number of blocks that could not be read. */
export function readJsonLd(page: CheerioAPI): { nodes: SchemaNode[]; broken: number } {
  const texts = page('script')
    .toArray()
    .filter((script) => /^application\/ld\+json\b/i.test((page(script).attr('type') ?? '').trim()))
    .map((script) => page(script).text())
    .filter((text) => text.trim() !== '');
  const blocks = texts.map(parseBlock);
  const readable = blocks.filter((block) => block !== undefined);
  return { nodes: new JsonLdReader(readable).read(), broken: blocks.length - readable.length };
}
