import { parseBlock } from './json-ld-block';
import { type PageTree, rawTextOf } from './page-tree';
import { localName, newNode, type SchemaNode, type SchemaValue, textValue } from './schema-node';
import type { WorkBudget } from './work-budget';

/** JSON-LD of real pages is about ten levels deep. What lies deeper is ignored. */
const MAX_DEPTH = 32;

type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.flat(MAX_DEPTH) : [value];
}

/**
 * Turns the objects of all blocks of a page into nodes. All references to one `@id` give the same node, so each object is
 * read once.
 */
class JsonLdReader {
  private readonly byId = new Map<string, SchemaNode>();
  private readonly sources = new Map<string, JsonObject>();
  readonly nodes: SchemaNode[] = [];

  constructor(
    private readonly blocks: readonly unknown[],
    private readonly budget: WorkBudget,
  ) {}

  read(): SchemaNode[] {
    for (const block of this.blocks) this.index(block, 0);
    for (const block of this.blocks) for (const item of listOf(block)) this.value(item, 0);
    return this.nodes;
  }

  private index(value: unknown, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const item of listOf(value)) {
      this.budget.spend(1);
      if (!isObject(item)) continue;
      const id = item['@id'];
      const described = Object.keys(item).length > 1;
      if (typeof id === 'string' && described && !this.sources.has(id)) this.sources.set(id, item);
      for (const child of Object.values(item)) this.index(child, depth + 1);
    }
  }

  private value(item: unknown, depth: number): SchemaValue | undefined {
    this.budget.spend(1);
    if (typeof item === 'string') return textValue(item);
    if (typeof item === 'number' || typeof item === 'boolean') return item;
    if (!isObject(item) || depth > MAX_DEPTH) return undefined;
    if ('@value' in item) return this.value(item['@value'], depth + 1);
    return this.node(item, depth);
  }

  private node(item: JsonObject, depth: number): SchemaNode {
    const id = typeof item['@id'] === 'string' ? item['@id'] : null;
    const known = id === null ? undefined : this.byId.get(id);
    if (known) return known;
    this.budget.addNode();
    const source = (id === null ? undefined : this.sources.get(id)) ?? item;
    const node = newNode(id, typesOf(source));
    // The node is registered before its properties are read, so that a circular reference ends here.
    if (id !== null) this.byId.set(id, node);
    this.nodes.push(node);
    for (const [name, child] of Object.entries(source)) {
      if (name.startsWith('@') && name !== '@graph' && name !== '@reverse') continue;
      const members = listOf(child).map((member) => this.value(member, depth + 1));
      node.values[localName(name)] = members.filter((member) => member !== undefined);
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
export function readJsonLd(page: PageTree, budget: WorkBudget): { nodes: SchemaNode[]; broken: number } {
  const texts = page.elements
    .filter(({ name, attributes }) => name === 'script' && isJsonLd(attributes.get('type') ?? ''))
    .map(rawTextOf)
    .filter((text) => text.trim() !== '');
  const blocks = texts.map((text) => parseBlock(text, budget));
  const readable = blocks.filter((block) => block !== undefined);
  return { nodes: new JsonLdReader(readable, budget).read(), broken: blocks.length - readable.length };
}

/** Returns true for the content type of JSON-LD, with or without a charset. */
export function isJsonLd(type: string): boolean {
  return /^\s*application\/ld\+json\b/i.test(type.slice(0, 100));
}
