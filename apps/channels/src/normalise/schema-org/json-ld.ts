import { ownValue } from '@plaudit/contracts/own-value';
import { parseBlock } from './json-ld-block';
import { isObject, type JsonObject, listOf, MAX_DEPTH, typesOf } from './json-ld-object';
import { NodeMap } from './node-map';
import { type PageTree, rawTextOf } from './page-tree';
import {
  localName,
  newNode,
  type OpenNode,
  type SchemaNode,
  type SchemaValue,
  textValue,
} from './schema-node';
import type { WorkBudget } from './work-budget';

/** Keywords that hold things. */
const HOLDERS = new Set(['@graph', '@included', '@reverse']);

/** The blocks of JSON-LD on a page that cannot be read to their end. */
export interface BrokenBlocks {
  count: number;
  /** How many blocks the page has. */
  total: number;
  /** The first of them: 1 for the first block of the page. */
  block: number;
  /** Where and why reading it ended: `line 14: the JSON ends inside of a string`. */
  fault: string;
}

export interface JsonLd {
  /** The things of each block. A thing stands with the first block that describes it or refers to it. */
  lists: SchemaNode[][];
  /** Null if every block was read. */
  broken: BrokenBlocks | null;
}

/**
 * Turns the objects of all blocks of a page into nodes. All descriptions of one `@id` and all references to it give the same
 * node, so each object is read once.
 */
class JsonLdReader {
  private nodes: SchemaNode[] = [];
  private readonly map: NodeMap;

  constructor(
    private readonly blocks: readonly (readonly unknown[])[],
    url: string,
    private readonly budget: WorkBudget,
  ) {
    this.map = new NodeMap(blocks, url, budget);
  }

  read(): SchemaNode[][] {
    return this.blocks.map((values) => {
      this.nodes = [];
      for (const item of listOf(values)) this.value(item, 0);
      return this.nodes;
    });
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
    const thing = this.map.thingOf(item);
    if (thing?.node) return thing.node;
    this.budget.addNode();
    const descriptions = thing && thing.descriptions.length > 0 ? thing.descriptions : [item];
    const id = typeof item['@id'] === 'string' ? item['@id'].trim() : '';
    const node = newNode(id === '' ? null : id, [...new Set(descriptions.flatMap(typesOf))]);
    // The node is registered before its properties are read, so that a circular reference ends here.
    if (thing) thing.node = node;
    this.nodes.push(node);
    if (descriptions.length === 1) this.describe(node, descriptions[0] ?? item, depth);
    else this.describeTogether(node, descriptions, depth);
    return node;
  }

  private describe(
    node: OpenNode,
    item: JsonObject,
    depth: number,
    wanted = (_name: string, _member: unknown) => true,
  ) {
    for (const [name, child] of Object.entries(item)) {
      if (name.startsWith('@') && !HOLDERS.has(name)) continue;
      const property = localName(name);
      const values = ownValue(node.values, property) ?? [];
      node.values[property] = values;
      for (const member of inOneLanguage(listOf(child))) {
        const value = wanted(property, member) ? this.value(member, depth + 1) : undefined;
        if (value !== undefined) values.push(value);
      }
    }
  }

  /** Reads several descriptions of one thing. A value that stands in several of them counts once. */
  private describeTogether(node: OpenNode, descriptions: readonly JsonObject[], depth: number): void {
    const known = new Map<string, number>();
    for (const item of descriptions) {
      const here = new Map<string, number>();
      this.describe(node, item, depth, (name, member) => {
        const value = `${name} ${this.map.fingerprint(member)}`;
        const times = (here.get(value) ?? 0) + 1;
        here.set(value, times);
        if (times <= (known.get(value) ?? 0)) return false;
        known.set(value, times);
        return true;
      });
    }
  }
}

/** Returns the values of a property in the first language that a text among them names, and those without a language. */
function inOneLanguage(values: readonly unknown[]): readonly unknown[] {
  const languageOf = (value: unknown): unknown =>
    isObject(value) && '@value' in value ? value['@language'] : undefined;
  const first = values.map(languageOf).find((language) => language !== undefined);
  return values.filter((value) => (languageOf(value) ?? first) === first);
}

/** Returns the nodes of all JSON-LD blocks of the page at `url`, and what could not be read. */
export function readJsonLd(page: PageTree, url: string, budget: WorkBudget): JsonLd {
  const blocks = page.elements
    .filter(({ name, attributes }) => name === 'script' && isJsonLd(attributes.get('type') ?? ''))
    .map(rawTextOf)
    .filter((text) => text.trim() !== '')
    .map((text) => parseBlock(text, budget));
  const faults = blocks.flatMap(({ fault }, index) => (fault === null ? [] : [{ block: index + 1, fault }]));
  const [first] = faults;
  const values = blocks.map((block) => block.values);
  return {
    lists: new JsonLdReader(values, url, budget).read(),
    broken: first ? { count: faults.length, total: blocks.length, ...first } : null,
  };
}

/** Returns true for the content type of JSON-LD, with or without a charset. */
export function isJsonLd(type: string): boolean {
  return /^\s*application\/ld\+json\b/i.test(type.slice(0, 100));
}
