import { scan } from './places';
import { defineElement } from './rv-widget';

const element = defineElement((document.currentScript as HTMLScriptElement | null)?.src);
// The only global. A page that has a variable of this name keeps it.
(window as { rv?: object }).rv ??= { scan };
// Pages contain the script several times, and some run it again after each navigation.
if (!element.isWatching) {
  element.isWatching = true;
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => scan());
  else scan();
}
