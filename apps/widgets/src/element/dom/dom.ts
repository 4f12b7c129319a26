type Child = Node | string | false | null | undefined;
type Property = string | number | boolean | null | undefined | ((event: Event) => void);

/**
 * Creates an element with attributes and children. A function becomes a listener of the event in its name (`onclick`),
 * and false and null leave the attribute out. Strings become text nodes, never HTML, so the element works under a content
 * security policy that forbids inline styles and HTML.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Record<string, Property> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...present(children));
  return element;
}

export function present(children: readonly Child[]): (Node | string)[] {
  return children.filter(
    (child): child is Node | string => child !== false && child !== null && child !== undefined,
  );
}

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an SVG icon from a path on a grid of 24 by 24, repeated `across` times. Screen readers skip it. */
export function icon(path: string, name: string, across = 1): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${24 * across} 24`);
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', name);
  const shape = document.createElementNS(SVG, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

/** Returns the URL if it is http or https, else null. A `javascript:` URL must never become a link. */
export function safeUrl(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}

/** Replaces the `{name}` placeholders of a sentence. */
export function fill(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
