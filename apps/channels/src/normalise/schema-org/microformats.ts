import { type PageElement, type PageTree, textOf } from './page-tree';
import { newNode, type OpenNode, type SchemaNode, textValue } from './schema-node';
import type { WorkBudget } from './work-budget';

const REVIEW_CLASSES = new Set(['hreview', 'h-review']);
/** Maps the class names of hReview and h-review to the schema.org properties that they mark. */
const PROPERTIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    reviewer: 'author',
    'p-author': 'author',
    author: 'author',
    description: 'reviewBody',
    'e-content': 'reviewBody',
    'p-content': 'reviewBody',
    summary: 'name',
    'p-name': 'name',
    dtreviewed: 'datePublished',
    'dt-published': 'datePublished',
    'dt-reviewed': 'datePublished',
    rating: 'reviewRating',
    'p-rating': 'reviewRating',
  }),
);
/** Class names of an element that are read. */
const MAX_CLASSES = 50;

/** Reads the reviews of a page in one walk. A property belongs to the innermost review around it. */
class MicroformatsReader {
  readonly reviews: OpenNode[] = [];

  constructor(private readonly budget: WorkBudget) {}

  /** Reads the element and everything in it. `byAuthor` is true inside an author, whose name is not the review's. */
  visit(element: PageElement, review: OpenNode | null, byAuthor: boolean): void {
    this.budget.spend(1);
    const classes = (element.attributes.get('class') ?? '').slice(0, 2_000).split(/\s+/, MAX_CLASSES);
    const mapped = classes.map((one) => PROPERTIES.get(one)).filter((one) => one !== undefined);
    if (review && !byAuthor) for (const name of new Set(mapped)) this.add(review, name, element);
    const own = classes.some((one) => REVIEW_CLASSES.has(one)) ? this.newReview(element) : null;
    const inAuthor = own === null && (byAuthor || mapped.includes('author'));
    for (const child of element.children) {
      if (typeof child !== 'string') this.visit(child, own ?? review, inAuthor);
    }
  }

  private newReview(element: PageElement): OpenNode {
    this.budget.addNode();
    const review = newNode(element.attributes.get('id') ?? null, ['Review']);
    this.reviews.push(review);
    return review;
  }

  private add(review: OpenNode, name: string, element: PageElement): void {
    if (Object.hasOwn(review.values, name)) return;
    const dated = name === 'datePublished' ? this.dateOf(element) : undefined;
    const value = textValue(dated ?? textOf(element, this.budget));
    if (value !== undefined) review.values[name] = [value];
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

/** Returns the reviews that are marked up with the hReview or h-review microformat, as schema.org nodes. */
export function readMicroformats(page: PageTree, budget: WorkBudget): SchemaNode[] {
  const reader = new MicroformatsReader(budget);
  reader.visit(page.root, null, false);
  return reader.reviews;
}
