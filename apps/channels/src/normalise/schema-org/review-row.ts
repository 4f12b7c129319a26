import { isNode, newNode, type SchemaNode, type SchemaValue } from './schema-node';
import type { WorkBudget } from './work-budget';

/** The properties of a review, and of the things in it, that a platform may read. */
const KEPT = new Set(
  (
    'alternateName associatedMedia audio author best bestRating comment contentUrl creator dateCreated dateModified ' +
    'datePublished description embedUrl familyName givenName headline identifier image inLanguage item itemListElement ' +
    'name negativeNotes photo positiveNotes rating ratingValue reply reviewAspect reviewBody reviewer reviewRating ' +
    'sameAs suggestedAnswer text uploadDate url value video'
  ).split(' '),
);
/** A list of positive notes is three levels deep. */
const MAX_DEPTH = 4;
/** Values of one review. A review with ten images has about 50. */
const MAX_VALUES = 300;
const MAX_ID = 2_000;
const MAX_TYPES = 20;

/**
 * Copies a review into a tree of its own, cut to what a platform may read. The things of a page form a graph in which a
 * product contains its reviews and each review its product.
 */
export function toReviewRow(review: SchemaNode, budget: WorkBudget): SchemaNode {
  let room = MAX_VALUES;
  const copy = (value: SchemaValue, depth: number): SchemaValue | undefined => {
    if (room <= 0 || (isNode(value) && depth > MAX_DEPTH)) return undefined;
    room -= 1;
    // Normalisation reads the text of a row several times.
    budget.spend(typeof value === 'string' ? 2 * value.length : 1);
    return isNode(value) ? copyNode(value, depth) : value;
  };
  const copyNode = (node: SchemaNode, depth: number): SchemaNode => {
    const row = newNode(node.id?.slice(0, MAX_ID) ?? null, node.types.slice(0, MAX_TYPES));
    for (const [name, values] of Object.entries(node.values)) {
      if (!KEPT.has(name)) continue;
      const copies = values.slice(0, MAX_VALUES).map((value) => copy(value, depth + 1));
      row.values[name] = copies.filter((value) => value !== undefined);
    }
    return row;
  };
  return copyNode(review, 0);
}
