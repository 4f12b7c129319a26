import { h } from './dom/dom';
import { defineElement } from './rv-widget';

const FORWARDED_ATTRIBUTES = ['lang', 'theme', 'dir', 'limit', 'eager'];

/** Puts an element into every `<div data-rv-widget="KEY">` that has none yet. The link in the div moves into it. */
function scan(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-rv-widget]:not([data-rv-drawn])')) {
    place.dataset.rvDrawn = '';
    const widget = h('rv-widget' as 'div', { key: place.dataset.rvWidget });
    for (const name of FORWARDED_ATTRIBUTES) {
      const value = place.getAttribute(`data-${name}`);
      if (value !== null) widget.setAttribute(name, value);
    }
    // A host page that floats its divs must not move the widget.
    place.style.setProperty('float', 'none', 'important');
    // As an item of a row that does not shrink, it must not be wider than the row.
    if (getComputedStyle(place).maxWidth === 'none') place.style.maxWidth = '100%';
    widget.append(...place.childNodes);
    place.append(widget);
  }
}

const script = document.currentScript as HTMLScriptElement | null;
if (script) {
  defineElement(script.src);
  // The only global. Single-page apps call rv.scan() after they insert a snippet.
  Object.assign(window, { rv: { scan } });
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', scan);
  else scan();
}
