import { ownValue } from '@plaudit/contracts/own-value';
import { plainText } from '@plaudit/runtime/content';
import { textOf } from './page-text';
import type { PageElement, PageTree } from './page-tree';
import {
  localName,
  newNode,
  type OpenNode,
  type SchemaNode,
  type SchemaValue,
  textValue,
} from './schema-node';
import type { WorkBudget } from './work-budget';

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

/**
 * Elements that the things of a page may take from elsewhere through `itemref`. Without a limit for the whole page, a
 * thousand things that refer to the same thousand elements would be a million values.
 */
const MAX_REFERRED = 10_000;
/** Names in one attribute: an element is a value of one or two properties. */
const MAX_NAMES = 20;

/** Properties whose value is a text, also if a link shows it. */
const WORDED = new Set(
  'name author headline reviewBody description text datePublished ratingValue reviewCount ratingCount'.split(
    ' ',
  ),
);

/** Names that data-vocabulary.org gave to what schema.org has, too. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['dtreviewed', 'datePublished'],
  ['itemreviewed', 'itemReviewed'],
]);

function propertyName(name: string): string {
  const local = localName(name);
  return OLD_NAMES.get(local) ?? local;
}

function namesIn(attribute: string | undefined): string[] {
  if (attribute === undefined || attribute === '') return [];
  const names = attribute.slice(0, 2_000).split(/\s+/, MAX_NAMES);
  return names.filter((name) => name !== '');
}

/** Reads the things of a page. Each element is visited once per thing, so that circular references end. */
class ScopeReader {
  private readonly things = new Map<PageElement, OpenNode>();
  private readonly byId = new Map<string, PageElement>();
  private referred = 0;

  constructor(
    private readonly page: PageTree,
    private readonly dialect: Dialect,
    private readonly budget: WorkBudget,
  ) {}

  read(): SchemaNode[] {
    for (const element of this.page.elements) {
      const id = element.attributes.get('id');
      if (id !== undefined && !this.byId.has(id)) this.byId.set(id, element);
      if (element.attributes.has(this.dialect.scope)) this.things.set(element, this.newThing(element));
    }
    for (const [element, node] of this.things) this.fill(element, node);
    return [...this.things.values()];
  }

  private newThing({ attributes }: PageElement): OpenNode {
    this.budget.addNode();
    const types = namesIn(attributes.get(this.dialect.types)).map(localName);
    return newNode(attributes.get(this.dialect.id) ?? null, types);
  }

  /** Adds the properties inside the element, and those of the elements that its `itemref` names. */
  private fill(element: PageElement, node: OpenNode): void {
    const visited = new Set<PageElement>();
    this.collectInside(element, node, visited);
    for (const id of namesIn(element.attributes.get('itemref'))) {
      const referred = this.byId.get(id);
      if (!referred || this.referred > MAX_REFERRED) continue;
      const before = visited.size;
      this.collect(referred, node, visited);
      this.referred += visited.size - before;
    }
  }

  private collectInside({ children }: PageElement, into: OpenNode, visited: Set<PageElement>): void {
    for (const child of children) if (typeof child !== 'string') this.collect(child, into, visited);
  }

  /** Adds the properties of the element to `into`. A nested thing keeps the properties inside it. */
  private collect(element: PageElement, into: OpenNode, visited: Set<PageElement>): void {
    if (visited.has(element)) return;
    visited.add(element);
    this.budget.spend(1);
    const thing = this.things.get(element);
    for (const name of namesIn(element.attributes.get(this.dialect.property)).map(propertyName)) {
      const value = thing ?? this.textOf(element, name);
      if (value !== undefined) addTo(into, name, value);
      // A script may have written "Invalid date" into the attribute.
      const shown = thing ? undefined : this.shownDate(element);
      if (shown !== undefined && shown !== value) addTo(into, name, shown);
    }
    if (!thing) this.collectInside(element, into, visited);
  }

  /** Returns the text of an element whose date stands in an attribute. */
  private shownDate(element: PageElement): string | undefined {
    if (element.name !== 'time' || !element.attributes.get('datetime')?.trim()) return undefined;
    return textValue(textOf(element, this.budget));
  }

  /**
   * Applies the value rules of microdata: `content` first, then `datetime`, then a URL, then the text. The name of a linked
   * author is the text of the link, not its URL. An attribute that a template left empty does not count.
   */
  private textOf(element: PageElement, property: string): string | undefined {
    const of = (name: string): string => element.attributes.get(name)?.trim() ?? '';
    const text = (): string => textOf(element, this.budget);
    const measured = element.name === 'data' || element.name === 'meter' || element.name === 'input';
    const shown = measured ? of('value') : '';
    const named = element.name === 'a' && WORDED.has(property) ? text().trim() : '';
    const given = of('content');
    // Nobody sees an attribute. Some templates write the HTML of a text into it.
    const content = WORDED.has(property) && /[<&]/.test(given) ? plainText(given) : given;
    const value = content || of('datetime') || shown || named || of('href') || of('src') || of('data');
    return textValue(value || text());
  }
}

function addTo({ values }: OpenNode, name: string, value: SchemaValue): void {
  const known = ownValue(values, name);
  if (known) known.push(value);
  else values[name] = [value];
}

/** Returns every thing that is marked up with microdata, and every thing that is marked up with RDFa Lite. */
export function readMarkup(page: PageTree, budget: WorkBudget): SchemaNode[][] {
  return [MICRODATA, RDFA].map((dialect) => new ScopeReader(page, dialect, budget).read());
}
