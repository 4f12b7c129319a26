type Child = Node | string | false | null | undefined;
type Property = string | number | boolean | null | undefined | ((event: Event) => void);

/**
 * An element with attributes and children. Text only ever becomes text nodes; functions become listeners of the event
 * they are named after (`onclick`); false and null leave the attribute out. Nothing here needs a host page's consent
 * to inline styles or HTML.
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

/** An icon of one path on a 24 by 24 grid (times `across`), hidden from screen readers. */
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

/** The address when it is one a visitor may be sent to; never a script. */
export function safeUrl(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}

/** `{name}` places of a sentence, filled. */
export function fill(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
