import { ownValue } from '@plaudit/contracts/own-value';
import { XMLParser } from 'fast-xml-parser';

/** Elements around one element of a document. Feeds have about 10. */
const MAX_DEPTH = 64;
/** Entities that a document may define itself, and the length of each. They repeat text, so that a document could grow. */
const MAX_ENTITIES = 20;
const MAX_ENTITY = 100;
/** A document of 5 MiB cannot contain more references to the entities of XML. */
const MAX_EXPANSIONS = 2_000_000;
const MAX_EXPANDED = 2_000_000;

/** An element as the parser returns it: one property with the content, and `:@` with the attributes. */
type ParsedElement = Readonly<Record<string, unknown>>;

const ATTRIBUTES = ':@';
const TEXT = '#text';

/** An element of an XML document. Names keep their prefix and are in lower case. */
export interface XmlElement {
  name: string;
  attribute(name: string): string;
  /** The elements and texts inside, in their order. */
  children: readonly (XmlElement | string)[];
}

/** What the root element says about the names in its document. */
export interface XmlRoot {
  name: string;
  attributes: readonly (readonly [name: string, value: string])[];
}

/** The usual prefixes of the names in a document, by those that it uses. Empty for the format, whose prefix most documents leave out. */
export type XmlPrefixes = ReadonlyMap<string, string>;

/**
 * Returns the root element of an XML document, or null if it cannot be read. `prefixesOf` says which prefixes of its names are replaced
 * by which.
 */
export function readXml(
  text: string,
  prefixesOf: (root: XmlRoot) => XmlPrefixes = () => new Map(),
): XmlElement | null {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    maxNestedTags: MAX_DEPTH,
    // Numeric references are decoded only with this.
    htmlEntities: true,
    processEntities: {
      enabled: true,
      maxEntityCount: MAX_ENTITIES,
      maxEntitySize: MAX_ENTITY,
      maxTotalExpansions: MAX_EXPANSIONS,
      maxExpandedLength: MAX_EXPANDED,
    },
  });
  try {
    const parsed: unknown = parser.parse(text);
    const root = Array.isArray(parsed)
      ? (parsed as ParsedElement[]).find((element) => nameOf(element) !== TEXT)
      : undefined;
    if (!root) return null;
    const attributes = Object.entries(attributesOf(root)).map(
      ([name, value]) => [name, String(value)] as const,
    );
    return elementOf(root, prefixesOf({ name: nameOf(root).toLowerCase(), attributes }));
  } catch {
    // The parser throws an Error for broken XML and for one that exceeds a limit.
    return null;
  }
}

function nameOf(parsed: ParsedElement): string {
  return Object.keys(parsed).find((key) => key !== ATTRIBUTES) ?? '';
}

function attributesOf(parsed: ParsedElement): Readonly<Record<string, unknown>> {
  return (parsed[ATTRIBUTES] ?? {}) as Readonly<Record<string, unknown>>;
}

function nodeOf(parsed: ParsedElement, prefixes: XmlPrefixes): XmlElement | string {
  if (nameOf(parsed) !== TEXT) return elementOf(parsed, prefixes);
  const text = ownValue(parsed, TEXT);
  return typeof text === 'string' ? text : '';
}

function usualName(name: string, prefixes: XmlPrefixes): string {
  const colon = name.indexOf(':');
  const usual = colon < 0 ? undefined : prefixes.get(name.slice(0, colon));
  if (usual === undefined) return name;
  return usual === '' ? name.slice(colon + 1) : usual + name.slice(colon);
}

function elementOf(parsed: ParsedElement, prefixes: XmlPrefixes): XmlElement {
  const given = nameOf(parsed);
  const content = ownValue(parsed, given);
  const attributes = attributesOf(parsed);
  return {
    name: usualName(given.toLowerCase(), prefixes),
    attribute(wanted) {
      const value = ownValue(attributes, wanted);
      return typeof value === 'string' ? value : '';
    },
    children: Array.isArray(content)
      ? (content as ParsedElement[]).map((child) => nodeOf(child, prefixes))
      : [],
  };
}

/** Returns the elements with a name directly inside an element, at most `limit`. */
export function elementsIn(element: XmlElement, name: string, limit: number): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of element.children) {
    if (found.length >= limit) break;
    if (typeof child !== 'string' && child.name === name) found.push(child);
  }
  return found;
}

const BREAKING = new Set(['br', 'p', 'div', 'li']);
const UNSEEN = new Set(['script', 'style']);

/** Returns at most `limit` characters of the text of an element and everything in it, without scripts and styles. */
export function xmlText(element: XmlElement, limit: number): string {
  const parts: string[] = [];
  let room = limit;
  const visit = ({ children }: XmlElement): void => {
    for (const child of children) {
      if (room <= 0) return;
      const text = typeof child === 'string' ? child.slice(0, room) : BREAKING.has(child.name) ? '\n' : '';
      parts.push(text);
      room -= text.length;
      if (typeof child !== 'string' && !UNSEEN.has(child.name)) visit(child);
    }
  };
  visit(element);
  return parts.join('');
}

/** Characters of one name, id or address. */
export const MAX_LINE = 2_000;

/** Returns the text of the first of the named elements that has one, on one line of at most {@link MAX_LINE} characters. */
export function xmlLine(element: XmlElement, names: readonly string[]): string {
  for (const name of names) {
    const [found] = elementsIn(element, name, 1);
    const text = found ? xmlText(found, MAX_LINE).trim() : '';
    if (text !== '') return text;
  }
  return '';
}
