/** A schema.org thing, independent of its syntax. Type names have no prefix. Every value is a list. */
export interface SchemaNode {
  id: string | null;
  types: readonly string[];
  values: Readonly<Record<string, readonly SchemaValue[]>>;
}
/** Texts are trimmed and never empty. */
export type SchemaValue = string | number | boolean | SchemaNode;

/** A {@link SchemaNode} that is still being read. */
export interface OpenNode extends SchemaNode {
  values: Record<string, SchemaValue[]>;
}

export function isNode(value: SchemaValue | undefined): value is SchemaNode {
  return typeof value === 'object';
}

const REVIEW_TYPES = new Set(['review', 'userreview', 'criticreview', 'employerreview', 'recommendation']);

/** Returns true for the name of a type of review, in any case. */
export function isReviewType(type: string): boolean {
  return REVIEW_TYPES.has(type.toLowerCase());
}

/** Returns a name without its prefix: `Review` for `https://schema.org/Review` and for `schema:Review`. */
export function localName(given: string): string {
  const name = given.endsWith('/') ? given.slice(0, -1) : given;
  const start = Math.max(name.lastIndexOf('/'), name.lastIndexOf('#'), name.lastIndexOf(':'));
  return name.slice(start + 1).trim();
}

/** Returns an empty thing. Its values have no prototype, because pages choose the names of properties. */
export function newNode(id: string | null, types: readonly string[]): OpenNode {
  return { id, types, values: Object.create(null) as Record<string, SchemaValue[]> };
}

/**
 * Characters that are kept of one value. The text of a review has at most 20,000 characters, and its markup is rarely
 * longer than the text.
 */
export const MAX_VALUE = 100_000;

/** A text that a template should have replaced: `{{ review.text }}`, `{% if x %}`, `${text}`, `<%= text %>`. */
const PLACEHOLDER =
  /^(?:(?:\{\{[^{}]{1,300}\}\}|\{%[^{}]{1,300}%\}|\$\{[^{}]{1,300}\}|<%[^<>]{1,300}%>)\s{0,30}){1,10}$/;
const MAX_PLACEHOLDER = 1_000;

/** Returns a text as a value, cut and trimmed. Returns undefined if it is blank or has nothing but placeholders of a template. */
export function textValue(text: string): string | undefined {
  const value = text.slice(0, MAX_VALUE).trim();
  return value === '' || (value.length <= MAX_PLACEHOLDER && PLACEHOLDER.test(value)) ? undefined : value;
}
