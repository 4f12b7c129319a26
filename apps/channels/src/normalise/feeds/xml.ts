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

/** Returns the root element of an XML document, or null if it cannot be read. */
export function readXml(text: string): XmlElement | null {
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
      ? parsed.map(nodeOf).find((node) => typeof node !== 'string')
      : undefined;
    return root ?? null;
  } catch {
    // The parser throws an Error for broken XML and for one that exceeds a limit.
    return null;
  }
}

function nodeOf(parsed: ParsedElement): XmlElement | string {
  const name = Object.keys(parsed).find((key) => key !== ATTRIBUTES) ?? '';
  const content = ownValue(parsed, name);
  if (name === TEXT) return typeof content === 'string' ? content : '';
  const attributes = (parsed[ATTRIBUTES] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    name: name.toLowerCase(),
    attribute(wanted) {
      const value = ownValue(attributes, wanted);
      return typeof value === 'string' ? value : '';
    },
    children: Array.isArray(content) ? (content as ParsedElement[]).map(nodeOf) : [],
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

/** Returns at most `limit` characters of the text of an element and everything in it. */
export function xmlText(element: XmlElement, limit: number): string {
  const parts: string[] = [];
  let room = limit;
  const visit = ({ children }: XmlElement): void => {
    for (const child of children) {
      if (room <= 0) return;
      const text = typeof child === 'string' ? child.slice(0, room) : BREAKING.has(child.name) ? '\n' : '';
      parts.push(text);
      room -= text.length;
      if (typeof child !== 'string') visit(child);
    }
  };
  visit(element);
  return parts.join('');
}
