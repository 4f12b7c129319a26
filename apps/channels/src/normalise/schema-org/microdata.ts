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
  /** Attribute of an element around things that are values of a property. */
  relation: string | null;
}

const MICRODATA: Dialect = {
  scope: 'itemscope',
  types: 'itemtype',
  property: 'itemprop',
  id: 'itemid',
  relation: null,
};
const RDFA: Dialect = {
  scope: 'typeof',
  types: 'typeof',
  property: 'property',
  id: 'resource',
  relation: 'rel',
};

/**
 * Elements that the things of a page may take from elsewhere through `itemref`. Without a limit for the whole page, a
 * thousand things that refer to the same thousand elements would be a million values.
 */
const MAX_REFERRED = 10_000;
/** Names in one attribute: an element is a value of one or two properties. */
const MAX_NAMES = 20;

/** Properties whose value is a text, also if a link shows it. */
const WORDED = new Set(
  'name author headline reviewBody description text datePublished dateCreated ratingValue reviewRating bestRating reviewCount ratingCount'.split(
    ' ',
  ),
);
const DATES = new Set(['datePublished', 'dateCreated']);
const RATINGS = new Set(['ratingValue', 'reviewRating']);

/** What a thing has for its value if nothing in it is marked up: `<b itemprop="author" itemscope itemtype="…/Person">Ada</b>`. */
const OWN_TEXTS: ReadonlyMap<string, string> = new Map([
  ['Person', 'name'],
  ['Organization', 'name'],
  ['Rating', 'ratingValue'],
]);

/** Names that data-vocabulary.org gave to what schema.org has, too. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['dtreviewed', 'datePublished'],
  ['itemreviewed', 'itemReviewed'],
  ['average', 'ratingValue'],
  ['best', 'bestRating'],
  ['count', 'reviewCount'],
  ['votes', 'ratingCount'],
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
    const property = OWN_TEXTS.get(node.types[0] ?? '');
    if (property === undefined || Object.keys(node.values).length > 0) return;
    const content = element.attributes.get('content')?.trim() ?? '';
    const text = textValue(content || this.shownText(element, property));
    if (text !== undefined) addTo(node, property, text);
  }

  private collectInside({ children }: PageElement, ...rest: [OpenNode, Set<PageElement>, string[]?]): void {
    for (const child of children) if (typeof child !== 'string') this.collect(child, ...rest);
  }

  /**
   * Adds the properties of the element to `into`. A nested thing keeps the properties inside it. `related` are the properties
   * that an element around a thing has for it.
   */
  private collect(
    element: PageElement,
    into: OpenNode,
    visited: Set<PageElement>,
    related: string[] = [],
  ): void {
    if (visited.has(element)) return;
    visited.add(element);
    this.budget.spend(1);
    const thing = this.things.get(element);
    const own = namesIn(element.attributes.get(this.dialect.property));
    for (const name of (thing ? [...own, ...related] : own).map(propertyName)) {
      const value = thing ?? this.textOf(element, name);
      if (value !== undefined) addTo(into, name, value);
      // A script may have written "Invalid date" into the attribute.
      const shown = thing ? undefined : this.shownDate(element);
      if (shown !== undefined && shown !== value) addTo(into, name, shown);
    }
    if (!thing) this.collectInside(element, into, visited, this.relationsOf(element) ?? related);
  }

  /** Returns the properties that an element of RDFa has for the things inside of it. The `rel` of a link says what it leads to. */
  private relationsOf({ name, attributes }: PageElement): string[] | undefined {
    const isLink = name === 'a' || name === 'link';
    const { relation } = this.dialect;
    const names = relation === null || isLink ? [] : namesIn(attributes.get(relation));
    return names.length > 0 ? names : undefined;
  }

  /** Returns the text of an element whose date stands in an attribute. */
  private shownDate(element: PageElement): string | undefined {
    if (element.name !== 'time' || !element.attributes.get('datetime')?.trim()) return undefined;
    return textValue(textOf(element, this.budget));
  }

  /**
   * Applies the value rules of microdata: `content` first, then `datetime`, then a URL, then the text. A text is what its
   * link or picture shows, and the URL of a link only if it shows nothing. An attribute that a template left empty does not count.
   */
  private textOf(element: PageElement, property: string): string | undefined {
    const of = (name: string): string => element.attributes.get(name)?.trim() ?? '';
    const given = of('content') || of('datetime') || this.measured(element, property);
    if (!WORDED.has(property))
      return textValue(given || of('href') || of('src') || of('data') || textOf(element, this.budget));
    // Nobody sees an attribute. Some templates write the HTML of a text into it.
    if (given !== '') return textValue(/[<&]/.test(given) ? plainText(given) : given);
    return textValue(this.shownText(element, property));
  }

  /** Returns the text that an element shows, or what its attributes say instead. */
  private shownText(element: PageElement, property: string): string {
    const of = (name: string): string => element.attributes.get(name)?.trim() ?? '';
    // The title of a date is exact: `<abbr title="2026-05-04">last week</abbr>`.
    const title = DATES.has(property) && /\d/.test(of('title')) ? of('title') : '';
    const shown = title || textOf(element, this.budget).trim() || of('alt');
    if (!RATINGS.has(property)) return shown || of('href');
    // Stars of an icon font may be drawn with one character for all of them.
    const label = of('title') || of('aria-label');
    return /\d/.test(label) && !/\d/.test(shown) ? label : shown;
  }

  /** Returns the value of an element that has one, with its scale: `4/10`. */
  private measured({ name, attributes }: PageElement, property: string): string {
    const value = attributes.get('value')?.trim() ?? '';
    if (value === '' || !['data', 'meter', 'input'].includes(name)) return '';
    const max = attributes.get('max')?.trim() ?? '';
    return name === 'meter' && max !== '' && RATINGS.has(property) ? `${value}/${max}` : value;
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
