import { h } from './dom/dom';

const PLACE = '[data-rv-widget]';
const FORWARDED = ['key', 'lang', 'theme', 'dir', 'limit', 'eager'] as const;

/** The element that was put into a place, which comes back if the page empties the place. */
const widgets = new WeakMap<Element, HTMLElement>();
/** Places that were filled again in the last REFILL_MS. A page that empties a place each time must not get an endless loop. */
const refilled = new WeakSet<Element>();
const REFILL_MS = 1_000;

function attributeOf(name: string): string {
  return name === 'key' ? 'data-rv-widget' : `data-${name}`;
}

/**
 * Puts an element into a place that has none. The link in the place moves into it. Whether a place is drawn shows in its content and
 * not in a mark, because pages copy marks or drop them when they draw a part again.
 */
function fill(place: HTMLElement, hasChanged = false): void {
  const key = place.getAttribute('data-rv-widget');
  const inside = place.querySelector<HTMLElement>(':scope > rv-widget');
  const known = widgets.get(place);
  if (!key) {
    if (inside === known) inside?.remove();
  } else if (inside) {
    widgets.set(place, inside);
    if (hasChanged || inside.getAttribute('key') !== key) forwardAttributes(place, inside);
  } else if (!known || (!known.isConnected && mayRefill(place))) {
    // A known element that is connected was moved to somewhere else by the page.
    insert(place, known ?? h('rv-widget' as 'div'));
  }
}

function insert(place: HTMLElement, widget: HTMLElement): void {
  widgets.set(place, widget);
  forwardAttributes(place, widget);
  protect(place);
  widget.replaceChildren(...place.childNodes);
  place.append(widget);
}

/**
 * Keeps the place where it is and as wide as its parent at most, whatever rules a host page has for its divs and rows. With a negative
 * margin, such as `alignfull` of WordPress, the page wants it wider.
 */
function protect(place: HTMLElement): void {
  place.style.setProperty('float', 'none', 'important');
  const { maxWidth, marginLeft } = getComputedStyle(place);
  if (maxWidth === 'none' && marginLeft[0] !== '-') place.style.maxWidth = '100%';
}

function forwardAttributes(place: HTMLElement, widget: HTMLElement): void {
  for (const name of FORWARDED) {
    const value = place.getAttribute(attributeOf(name));
    if (value === null) widget.removeAttribute(name);
    else widget.setAttribute(name, value);
  }
}

/** Returns true once per REFILL_MS, and fills the place later if it is empty again. */
function mayRefill(place: HTMLElement): boolean {
  if (refilled.has(place)) return false;
  refilled.add(place);
  setTimeout(() => {
    refilled.delete(place);
    if (place.isConnected) fill(place);
  }, REFILL_MS);
  return true;
}

function fillAllIn(root: ParentNode): void {
  if ('matches' in root && (root as HTMLElement).matches(PLACE)) fill(root as HTMLElement);
  for (const place of root.querySelectorAll<HTMLElement>(PLACE)) fill(place);
}

function isElement(node: Node): node is HTMLElement {
  return node.nodeType === 1 && node.isConnected;
}

const observer = new MutationObserver((records) => {
  for (const { type, target, addedNodes } of records) {
    const hasChanged = type === 'attributes';
    if (isElement(target) && (hasChanged || target.matches(PLACE))) fill(target, hasChanged);
    for (const node of addedNodes) if (isElement(node)) fillAllIn(node);
  }
});

/**
 * Draws every `<div data-rv-widget="KEY">` in the page, and those that come into it later. The script calls it by itself. A page calls
 * it only for places in a shadow root: `rv.scan(element.shadowRoot)`.
 */
export function scan(root?: ParentNode): void {
  // Pages give this function to events, which call it with an event.
  const watched = root && 'querySelectorAll' in root ? root : document;
  const attributeFilter = FORWARDED.map(attributeOf);
  observer.observe(watched, { subtree: true, childList: true, attributeFilter });
  fillAllIn(watched);
}
