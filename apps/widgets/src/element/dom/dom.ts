import { filledWidth, FIVE_STARS, STARS_WIDTH } from '../../layouts/icons';
import type { TreeNode } from '../../layouts/tree';

type Child = Node | string | false | null | undefined;
type Property = string | number | boolean | null | undefined | ((event: Event) => void);
type Tags = HTMLElementTagNameMap;

/**
 * Creates an element with attributes and children. Class names follow the tag: `h('ul.list.line')`. A function becomes a
 * listener of the event in its name (`onclick`), `--name` a custom property, and false and null leave the attribute out. Strings
 * become text nodes, never HTML, so the element works under a content security policy that forbids inline styles and HTML.
 */
export function h<K extends keyof Tags>(
  tag: K | `${K}.${string}`,
  properties: Record<string, Property> = {},
  ...children: Child[]
): Tags[K] {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name as K);
  if (classes.length > 0) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else if (key.startsWith('--')) element.style.setProperty(key, String(value));
    else if (value !== false && value != null) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child): child is Node | string => !!child));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an icon from a path on a grid of 24 by 24, repeated `across` times. Screen readers skip it, unless it has a label. */
export function icon(d: string, name: string, across = 1, label = ''): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const shape = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', `0 0 ${24 * across} 24`);
  svg.setAttribute('class', name);
  if (label) {
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', label);
  } else svg.setAttribute('aria-hidden', 'true');
  shape.setAttribute('d', d);
  svg.append(shape);
  return svg;
}

/** Draws five stars, partly filled according to the rating. Screen readers read the label. */
export function stars(rating: number, label: string): HTMLElement {
  const filled = icon(FIVE_STARS, '', 5);
  filled.style.clipPath = `inset(0 ${100 - (100 * filledWidth(rating)) / STARS_WIDTH}% 0 0)`;
  return h('span.stars', { role: 'img', 'aria-label': label }, icon(FIVE_STARS, 'off', 5), filled);
}

/** Creates what the service describes as a tree. */
export function build(node: TreeNode): Node | string {
  if (typeof node === 'string') return node;
  const [tag, attributes, ...children] = node;
  const { rating, d, class: name, 'aria-label': label } = attributes;
  if (tag === 'stars') return stars(rating as number, label as string);
  if (tag === 'svg') return icon(d as string, name as string, 1, label as string);
  return h(tag as 'div', attributes, ...children.map(build));
}

/** Creates a button that shows only an icon. */
export function iconButton(label: string, d: string, name: string, onclick: () => void): HTMLButtonElement {
  return h(`button.icon.${name}`, { type: 'button', 'aria-label': label, onclick }, icon(d, 'line'));
}

/** Creates a style sheet for the document of the window. A content security policy allows it, unlike a style element. */
export function sheetOf(text: string, view: typeof globalThis = window): CSSStyleSheet {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** Returns the first element of the class. */
export function find<E extends HTMLElement>(root: ParentNode, selector: string): E | null {
  return root.querySelector<E>(selector);
}

/** Replaces the `{name}` placeholders of a sentence. An unknown one stays. */
export function fill(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/{(\w+)}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] as string) : placeholder,
  );
}

/** Keeps an event from the page, which takes the widget for its target and not the part that handles it. */
export function keepEvent(event: Event): void {
  event.stopPropagation();
}
