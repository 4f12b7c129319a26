import { ownValue } from '@plaudit/contracts/own-value';
import { isNode, MAX_VALUE, newNode, type SchemaNode, type SchemaValue } from './schema-node';
import type { WorkBudget } from './work-budget';

const TEXTS = ['reviewBody', 'description', 'text'] as const;
/**
 * The properties of a review, and of the things in it, that a platform may read. Those that often have many values come
 * last, so that they do not use up the room of the others.
 */
const KEPT: readonly string[] = [
  ...TEXTS,
  ...(
    'reviewRating rating ratingValue bestRating best reviewAspect datePublished dateCreated uploadDate dateModified ' +
    'identifier value url contentUrl embedUrl name headline givenName familyName alternateName inLanguage author ' +
    'creator reviewer sameAs comment reply suggestedAnswer positiveNotes negativeNotes itemListElement item image ' +
    'photo video associatedMedia audio'
  ).split(' '),
];
const LONG: ReadonlySet<string> = new Set(TEXTS);
/** A list of positive notes is three levels deep. */
const MAX_DEPTH = 4;
/** Values of one review. A review with ten images has about 50. */
const MAX_VALUES = 300;
/** Characters of a name, a date or an id. It is above the maximum of a URL, so that a cut URL is refused and not wrong. */
const MAX_SHORT = 4_000;
const MAX_TYPES = 20;
/** Characters of all reviews of one page, because the rows of a page are copied from thread to thread. */
const MAX_CHARACTERS = 2_000_000;
/** A value without text counts as this many characters. */
const VALUE_CHARACTERS = 10;

/** A review as the tree of its own that is copied from thread to thread. */
export interface PageReview extends SchemaNode {
  /** The number of the list that it stands in: one block of JSON-LD, or everything that is marked up in one syntax. */
  list: number;
  /** True if the page shows its texts, so that they contain no markup and no entities. */
  isShown: boolean;
}

/** Copies one review. Things that several properties refer to are copied several times. */
class RowCopier {
  private values = MAX_VALUES;

  /** `characters` is the room that is left. It is negative after a review that is too large. */
  constructor(
    public characters: number,
    private readonly budget: WorkBudget,
  ) {}

  copyNode(node: SchemaNode, depth: number): SchemaNode {
    const types = node.types.slice(0, MAX_TYPES).map((type) => this.copyText(type, MAX_SHORT));
    const row = newNode(node.id === null ? null : this.copyText(node.id, MAX_SHORT), types);
    this.budget.spend(KEPT.length);
    for (const name of KEPT) {
      const values = ownValue(node.values, name);
      if (!values) continue;
      const max = LONG.has(name) ? MAX_VALUE : MAX_SHORT;
      const copies = values.slice(0, this.values).map((value) => this.copy(value, depth + 1, max));
      row.values[name] = copies.filter((value) => value !== undefined);
    }
    return row;
  }

  private copy(value: SchemaValue, depth: number, max: number): SchemaValue | undefined {
    if (this.values <= 0 || this.characters < 0) return undefined;
    this.values -= 1;
    this.characters -= VALUE_CHARACTERS;
    this.budget.spend(1);
    if (typeof value === 'string') return this.copyText(value, max);
    if (!isNode(value)) return value;
    return depth > MAX_DEPTH ? undefined : this.copyNode(value, depth);
  }

  private copyText(text: string, max: number): string {
    const copy = text.slice(0, max);
    this.characters -= copy.length;
    // Normalisation reads the text of a row several times.
    this.budget.spend(2 * copy.length);
    return copy;
  }
}

/**
 * Copies each review into a tree of its own, cut to what a platform may read. The things of a page form a graph in which a
 * product contains its reviews and each review its product. Ends before the review that does not fit into
 * {@link MAX_CHARACTERS}.
 */
export function toReviewRows(
  reviews: readonly { node: SchemaNode; list: number; isShown: boolean }[],
  budget: WorkBudget,
): PageReview[] {
  const rows: PageReview[] = [];
  let characters = MAX_CHARACTERS;
  for (const { node, list, isShown } of reviews) {
    const copier = new RowCopier(characters, budget);
    const row = copier.copyNode(node, 0);
    if (copier.characters < 0) break;
    characters = copier.characters;
    rows.push({ ...row, list, isShown });
  }
  return rows;
}
