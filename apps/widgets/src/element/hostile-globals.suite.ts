/**
 * Scripts of pages that change what the language and the browser provide. Each is written after the behaviour of a library that old
 * shops still load. They run before the script of the widget.
 */
export const HOSTILE_GLOBALS: Readonly<Record<string, string>> = {
  // Prototype 1.6 and 1.7: Array.from knows no iterables and no second argument, and all methods are enumerable.
  'of Prototype': `
    const toArray = (given) => {
      if (!given) return [];
      if ('toArray' in Object(given)) return given.toArray();
      let length = given.length || 0;
      const results = new Array(length);
      while (length--) results[length] = given[length];
      return results;
    };
    const each = (list, run) => { for (let at = 0; at < list.length; at++) run(list[at], at); };
    Array.from = toArray;
    Object.assign(Array.prototype, {
      each(run) { each(this, run); return this; },
      map(run, context) { const out = []; each(this, (one, at) => out.push(run.call(context, one, at))); return out; },
      filter(run, context) { const out = []; each(this, (one, at) => run.call(context, one, at) && out.push(one)); return out; },
      find(run, context) { let out; let found = false; each(this, (one, at) => { if (!found && run.call(context, one, at)) { found = true; out = one; } }); return out; },
      entries() { return this.slice(); },
      reduce() { return this.length > 1 ? this : this[0]; },
      reverse(inline) { const out = []; each(this, (one) => out.unshift(one)); return inline === false ? out : Object.assign(this, out); },
      clone() { return this.slice(); }, first() { return this[0]; }, last() { return this[this.length - 1]; },
      without() { return this.slice(); }, size() { return this.length; }, toArray() { return this.slice(); },
      toJSON() { return '[' + this.map((one) => JSON.stringify(one)).join(', ') + ']'; },
    });
    Object.keys = (object) => { const out = []; for (const name in object) if (Object.prototype.hasOwnProperty.call(object, name)) out.push(name); return out; };
    Object.values = (object) => { const out = []; for (const name in object) out.push(object[name]); return out; };
    Object.assign(String.prototype, { toJSON() { return '"' + this + '"'; }, strip() { return this.trim(); }, toArray() { return this.split(''); } });
    for (const name of ['update', 'hide', 'show', 'toggle', 'insert', 'wrap', 'next', 'previous', 'clone', 'empty', 'observe', 'fire', 'visible', 'identify'])
      HTMLElement.prototype[name] = function () { return this; };
    HTMLElement.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
    HTMLElement.prototype.select = function (selector) { return toArray(this.querySelectorAll(selector)); };
    const native = window.Element;
    window.Element = function (tag) { return document.createElement(tag); };
    Object.assign(window.Element, { Methods: {}, extend: (element) => element });
    window.Element.prototype = native.prototype;
    window.$ = (id) => document.getElementById(id);
  `,
  // MooTools 1.2 to 1.4
  'of MooTools': `
    Array.from = (item) => (item == null ? [] : typeof item.length === 'number' && typeof item !== 'string' ? Array.prototype.slice.call(item) : [item]);
    Number.from = (item) => { const number = parseFloat(item); return isFinite(number) ? number : null; };
    Function.prototype.bind = function (self, given) { const run = this; return function () { return run.apply(self, given == null ? arguments : [].concat(given)); }; };
    Object.assign(Array.prototype, { each: Array.prototype.forEach, clean() { return this.filter((one) => one != null); }, erase() { return this; }, include(one) { this.push(one); return this; } });
    document.id = (id) => document.getElementById(id);
    Object.assign(Element.prototype, { adopt() { return this; }, destroy() { return null; }, dispose() { this.remove(); return this; }, empty() { return this; }, grab() { return this; }, inject() { return this; }, set() { return this; }, get() { return null; } });
    window.Event = function (event) { return event; };
  `,
  // Pages whose own variables have the names of classes, and that use our only name. The classes return after all widgets are
  // drawn, because the driver of the browser needs them, too.
  'with names of their own': `
    const natives = { URL, Map, Set, Node };
    let drawn = 0;
    addEventListener('rv-ready', () => ++drawn === document.querySelectorAll('[data-rv-widget]').length && Object.assign(window, natives));
    var URL = 'https://shop.example';
    var Map = function (canvas) { this.canvas = canvas; };
    var Set = function () {};
    var Node = function (name) { this.name = name; };
    var rv = { own: true };
  `,
  // zone.js, consent tools and polyfills wrap what they observe
  'of wrappers': `
    const wrap = (owner, name, change = (run) => run) => {
      const native = owner[name];
      owner[name] = function (...given) { return native.apply(this, given.map((one) => (typeof one === 'function' && !/^class/.test(one) ? change(one) : one))); };
    };
    const zone = (run) => function (...given) { return run.apply(this, given); };
    wrap(window, 'setTimeout', zone);
    wrap(window, 'setInterval', zone);
    wrap(window, 'queueMicrotask', zone);
    wrap(window, 'requestAnimationFrame', zone);
    wrap(window, 'fetch');
    wrap(EventTarget.prototype, 'addEventListener', zone);
    wrap(Element.prototype, 'attachShadow');
    wrap(Document.prototype, 'createElement');
    wrap(CustomElementRegistry.prototype, 'define');
    // Chrome before 120 does not know this selector.
    const { matches } = Element.prototype;
    Element.prototype.matches = function (selector) { return matches.call(this, selector.replace(':dir(', ':unknown(')); };
    for (const name of ['MutationObserver', 'IntersectionObserver', 'ResizeObserver']) {
      const Native = window[name];
      window[name] = class extends Native { constructor(run, options) { super(zone(run), options); } };
    }
  `,
};
