import { textOf } from './page-text';
import type { PageElement, PageTree } from './page-tree';
import { newNode, type OpenNode, type SchemaNode, type SchemaValue, textValue } from './schema-node';
import type { WorkBudget } from './work-budget';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const named = (names: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(names).flatMap(([property, classes]) =>
      classes.split(' ').map((name) => [name, property] as const),
    ),
  );

/** A microformat: the type of schema.org that it becomes, and the class names of the properties. */
interface Format {
  type: string;
  properties: ReadonlyMap<string, string>;
}

const ITEM = 'item p-item';
const REVIEW: Format = {
  type: 'Review',
  properties: named({
    author: 'reviewer author p-author p-reviewer',
    itemReviewed: ITEM,
    reviewBody: 'description e-content p-content e-description p-description',
    name: 'summary p-name',
    datePublished: 'dtreviewed dt-published dt-reviewed',
    reviewRating: 'rating p-rating',
    bestRating: 'best p-best',
  }),
};
const AGGREGATE: Format = {
  type: 'AggregateRating',
  properties: named({
    itemReviewed: ITEM,
    ratingValue: 'rating p-rating average p-average',
    bestRating: 'best p-best',
    reviewCount: 'count p-count',
    ratingCount: 'votes p-votes',
  }),
};
/** The formats by the class name of their element. */
const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['hreview', REVIEW],
  ['h-review', REVIEW],
  ['hreview-aggregate', AGGREGATE],
  ['h-review-aggregate', AGGREGATE],
]);
/** Other things inside of a review, whose names and texts are not those of the review. */
const CARDS = words('vcard hproduct vevent h-card h-item h-product h-event');
const OF_CARDS = words('name reviewBody');
const CARD_NAMES = words('fn p-name');
const CARD_URLS = words('url u-url');
const CARD_IMAGES = words('photo u-photo');
/** The figure inside of a rating, which has more words around it. */
const FIGURES = words('value average p-average');
const FIGURE_TITLE = words('value-title');
/** Class names of an element that are read. */
const MAX_CLASSES = 50;

function classesOf({ attributes }: PageElement): string[] {
  return (attributes.get('class') ?? '').slice(0, 2_000).split(/\s+/, MAX_CLASSES);
}

/** What the reader is inside of. */
interface Place {
  node: OpenNode;
  format: Format;
  within: 'thing' | 'card' | 'author';
}

/** Returns true if a property inside of a card is one of the review. The classic form of hReview has the date in the author's. */
function isReadIn(within: Place['within'], name: string): boolean {
  if (within === 'author') return name === 'datePublished';
  return within === 'thing' || !OF_CARDS.has(name);
}

/** Reads the reviews and ratings of a page in one walk. A property belongs to the innermost of them around it. */
class MicroformatsReader {
  readonly nodes: OpenNode[] = [];

  constructor(private readonly budget: WorkBudget) {}

  /** Reads the element and everything in it. */
  visit(element: PageElement, place: Place | null): void {
    this.budget.spend(1);
    const classes = classesOf(element);
    const inside = this.begin(element, classes) ?? (place && this.enter(element, classes, place));
    for (const child of element.children) if (typeof child !== 'string') this.visit(child, inside);
  }

  /** Returns the place inside of an element that is a review or a rating, otherwise null. */
  private begin(element: PageElement, classes: readonly string[]): Place | null {
    const format = classes.map((name) => FORMATS.get(name)).find((one) => one !== undefined);
    if (!format) return null;
    this.budget.addNode();
    const node = newNode(element.attributes.get('id') ?? null, [format.type]);
    this.nodes.push(node);
    return { node, format, within: 'thing' };
  }

  /** Reads the properties of an element, and returns the place inside of it. */
  private enter(element: PageElement, classes: readonly string[], place: Place): Place {
    const { format, within } = place;
    const properties = new Set(classes.map((name) => format.properties.get(name)));
    for (const name of properties) {
      if (name !== undefined && isReadIn(within, name)) this.add(place.node, name, element);
    }
    if (within === 'author') return place;
    if (properties.has('author')) return { ...place, within: 'author' };
    const isCard = properties.has('itemReviewed') || classes.some((name) => CARDS.has(name));
    return isCard ? { ...place, within: 'card' } : place;
  }

  private add({ values }: OpenNode, name: string, element: PageElement): void {
    if (Object.hasOwn(values, name)) return;
    const value = this.valueOf(name, element);
    if (value !== undefined) values[name] = [value];
  }

  private valueOf(name: string, element: PageElement): SchemaValue | undefined {
    if (name === 'author') return this.cardOf(element) ?? this.textIn(element);
    if (name === 'itemReviewed') return this.cardOf(element);
    if (name === 'datePublished') return textValue(this.dateOf(element) ?? textOf(element, this.budget));
    const isText = name === 'reviewBody' || name === 'name';
    return isText ? this.textIn(element) : this.figureOf(element);
  }

  private textIn(element: PageElement): string | undefined {
    return textValue(textOf(element, this.budget));
  }

  /** Returns the person or thing of a card. Returns undefined if the element has no name that is marked as such. */
  private cardOf(element: PageElement): OpenNode | undefined {
    const name = this.isNamed(element) ? element : this.firstInside(element, CARD_NAMES);
    const text = name && this.textIn(name);
    if (text === undefined) return undefined;
    this.budget.addNode();
    const card = newNode(null, []);
    card.values['name'] = [text];
    const link = this.firstInside(element, CARD_URLS) ?? element;
    const url = textValue(link.attributes.get('href') ?? '');
    const image = textValue(this.firstInside(element, CARD_IMAGES)?.attributes.get('src') ?? '');
    if (url !== undefined) card.values['url'] = [url];
    if (image !== undefined) card.values['image'] = [image];
    return card;
  }

  /** Returns true for `<b class="item fn">`, and for a card of microformats2 without properties, whose text is its name. */
  private isNamed(element: PageElement): boolean {
    const classes = classesOf(element);
    if (classes.includes('fn')) return true;
    return (
      classes.some((name) => name.startsWith('h-')) &&
      element.children.every((child) => typeof child === 'string')
    );
  }

  /** Returns the figure of a rating or a count: that of an attribute, otherwise the marked one, otherwise the text. */
  private figureOf(element: PageElement): string | undefined {
    const hidden = this.firstInside(element, FIGURE_TITLE)?.attributes.get('title');
    const figure = this.firstInside(element, FIGURES) ?? element;
    const { name, attributes } = figure;
    const title = name === 'abbr' ? attributes.get('title') : undefined;
    return textValue(hidden ?? attributes.get('value') ?? title ?? textOf(figure, this.budget));
  }

  /** Returns the first element inside that has one of the class names. */
  private firstInside({ children }: PageElement, wanted: ReadonlySet<string>): PageElement | undefined {
    for (const child of children) {
      if (typeof child === 'string') continue;
      this.budget.spend(1 + (child.attributes.get('class')?.length ?? 0));
      if (classesOf(child).some((name) => wanted.has(name))) return child;
      const inside = this.firstInside(child, wanted);
      if (inside) return inside;
    }
    return undefined;
  }

  /** Returns the date in an attribute of the element, or in the first title inside it. */
  private dateOf(element: PageElement): string | undefined {
    const { attributes } = element;
    return attributes.get('datetime') ?? this.titleInside(element) ?? attributes.get('title');
  }

  private titleInside({ children }: PageElement): string | undefined {
    for (const child of children) {
      this.budget.spend(1);
      if (typeof child === 'string') continue;
      const title = child.attributes.get('title') ?? this.titleInside(child);
      if (title !== undefined) return title;
    }
    return undefined;
  }
}

/**
 * Returns the reviews and aggregate ratings that are marked up with the microformats hReview, h-review, hreview-aggregate
 * and h-review-aggregate, as schema.org nodes.
 */
export function readMicroformats(page: PageTree, budget: WorkBudget): SchemaNode[] {
  const reader = new MicroformatsReader(budget);
  reader.visit(page.root, null);
  return reader.nodes;
}
