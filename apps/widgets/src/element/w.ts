import { h } from './dom';
import { defineElement } from './rv-widget';

const PASSED_ON = ['lang', 'theme', 'dir', 'limit', 'eager'];

/** Puts an element into every `<div data-rv-widget="KEY">` that has none yet, around the link that was in it. */
function scan(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-rv-widget]:not([data-rv-drawn])')) {
    place.dataset.rvDrawn = '';
    const widget = h('rv-widget' as 'div', { key: place.dataset.rvWidget });
    for (const name of PASSED_ON) {
      const value = place.getAttribute(`data-${name}`);
      if (value !== null) widget.setAttribute(name, value);
    }
    widget.append(...place.childNodes);
    place.append(widget);
  }
}

const script = document.currentScript as HTMLScriptElement | null;
if (script) {
  defineElement(script.src);
  // The one global: single-page apps call rv.scan() after they put a snippet in.
  Object.assign(window, { rv: { scan } });
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', scan);
  else scan();
}
