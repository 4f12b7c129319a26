import type { InactiveWidget, PublicReviewPage, PublicWidget } from '../public-json/public-widget';
import type { SeenKind } from '../views/seen-kinds';
import { BEHAVIOURS } from './behaviours/behaviours';
import { card } from './card/card';
import { build, h, sheetOf } from './dom/dom';
import { raise } from './dom/top-layer';
import { read, whenBack } from './read';
import { keepHeight } from './reserved-height';
import { addressOf, baseOf, findServer, preloadOf, unknownServer } from './server';
import css from './styles/core.css';
import type { Behaviour, View } from './view';

/** A lazy widget requests its data when it is at most this far from the visible area. */
const NEAR_PX = 400;

/** Failures in a row after which a widget stays a link, so that no page hammers a server that is down. */
const MAX_FAILURES = 4;

function renewed(control: AbortController): AbortController {
  control.abort();
  return new AbortController();
}

class RvWidget extends HTMLElement {
  static readonly observedAttributes = ['key', 'lang', 'theme', 'dir', 'limit'];

  /** True for the class of a script that draws places. The first one does it for all scripts of the page. */
  static isWatching?: boolean;

  #root: ShadowRoot | null = null;
  #css = '';
  #given: PublicWidget | null = null;
  /** What the service sent for the URL. The element draws it again when it returns to the page. */
  #data: PublicWidget | InactiveWidget | null = null;
  #url: string | null = null;
  #failures = 0;
  #isInPage = false;
  /** Aborted when the widget no longer waits: to come near, for a response, or to try again. */
  #waiting = new AbortController();
  /** Aborted when the widget is removed, hidden or drawn again. */
  #drawing = new AbortController();
  /** What the visitor has used, which the service is told once. */
  readonly #used: Partial<Record<SeenKind, unknown>> = {};

  /** Draws this data instead of the service's, which null draws again. Previews use it to show unsaved settings. */
  set data(data: PublicWidget | null) {
    this.#given = data;
    if (data) this.#cancel();
    if (this.isConnected) this.#update();
  }

  get data(): PublicWidget | null {
    return this.#given;
  }

  connectedCallback(): void {
    // The element was moved within the page and still has its content.
    if (this.#isInPage) {
      // A dialog that was moved is no longer modal.
      this.#closeDialogs('dialog:not(:modal)');
      raise(this.#root?.querySelector<HTMLElement>('.rv'));
      return this.#fit();
    }
    this.#isInPage = true;
    this.#update();
  }

  disconnectedCallback(): void {
    // A move removes the element and inserts it again at once.
    queueMicrotask(() => this.isConnected || this.#leave());
  }

  /** Gives the content its style, which it loses in another document. Pages move what they keep through one that is not shown. */
  adoptedCallback(): void {
    const { defaultView } = this.ownerDocument;
    if (this.#root && defaultView) this.#root.adoptedStyleSheets = [sheetOf(this.#css, defaultView)];
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#isInPage) return;
    if (this.isConnected) this.#update();
    else this.#leave();
  }

  /** Draws what the element has, or loads it. Call it when the element comes into the page and when an attribute changes. */
  #update(): void {
    if (this.#given) return this.#draw(this.#given);
    const url = addressOf(this, '.json');
    if (url !== this.#url) this.#start(url);
    else if (this.#data) this.#draw(this.#data);
  }

  /** Frees what a removed element occupies, and stops all that it does. */
  #leave(): void {
    this.#isInPage = false;
    this.#cancel();
    this.#clear();
  }

  /** Stops loading. The next update starts again. */
  #cancel(): void {
    this.#wait();
    if (!this.#data) this.#url = null;
  }

  /** Stops waiting, and returns the signal of what the widget waits for next. */
  #wait(): AbortSignal {
    this.#waiting = renewed(this.#waiting);
    return this.#waiting.signal;
  }

  #start(url: string): void {
    this.#url = url;
    this.#data = null;
    this.#failures = 0;
    if (this.hasAttribute('eager')) return void this.#load();
    const observer = new IntersectionObserver(
      (entries) => entries.at(-1)?.isIntersecting && void this.#load(),
      { rootMargin: `${NEAR_PX}px` },
    );
    observer.observe(this);
    this.#wait().addEventListener('abort', () => observer.disconnect());
  }

  /** If loading fails, the link inside the element stays and the page gets an `rv-error` event. */
  async #load(): Promise<void> {
    const stop = this.#wait();
    try {
      const url = preloadOf(this) ?? this.#url;
      if (!url) throw unknownServer();
      const data = await read<PublicWidget | InactiveWidget>(url, stop);
      if (stop.aborted) return;
      this.#data = data;
      this.#failures = 0;
      this.#draw(data);
    } catch (error) {
      if (stop.aborted) return;
      this.#fail(error);
      const failures = ++this.#failures;
      if (failures < MAX_FAILURES) whenBack(() => void this.#load(), error as Error, failures, stop);
    }
  }

  /** If the widget cannot be drawn, the link shows. The script of a page can be older than the widget, because browsers store it. */
  #draw(data: PublicWidget | InactiveWidget): void {
    try {
      this.#paint(data);
    } catch (error) {
      this.#clear();
      this.#fail(error);
    }
  }

  #paint(data: PublicWidget | InactiveWidget): void {
    if (!data.active || data.hidden) return this.#hide();
    const { label, lang, look, tree, reviews, key, type } = data;
    const behaviour = BEHAVIOURS[type] as Behaviour | undefined;
    if (!behaviour) throw new Error(`The script is older than the type ${type}`);
    this.#clear();
    this.style.removeProperty('display');
    const place = this.#place();
    const reserved = place.offsetHeight;
    const shadow = (this.#root ??= this.attachShadow({ mode: 'open' }));
    this.#css = css + data.css;
    this.adoptedCallback();
    const dir = this.getAttribute('dir') ?? data.dir;
    const root = h(
      'section',
      {
        part: 'root',
        role: 'group',
        lang,
        dir,
        'aria-label': label,
        onclick: (event) => this.#tellClick(event),
      },
      ...tree.map(build),
    );
    root.className = `rv t-${type} ${this.getAttribute('theme') ?? data.scheme} ${look}`;
    shadow.replaceChildren(root);
    raise(root);
    const view = this.#view(data, root);
    behaviour(view);
    view.settle();
    this.#release();
    keepHeight(view, place, reserved);
    this.#emit('rv-ready', { key, reviews: reviews.length });
  }

  #view(data: PublicWidget, root: HTMLElement): View {
    const number = Number(this.getAttribute('limit'));
    const limit = Number.isInteger(number) && number > 0 ? Math.min(number, 50) : null;
    const measures: (() => void)[] = [];
    const { signal } = this.#drawing;
    const view: View = {
      data,
      root,
      limit,
      reviews: data.reviews.slice(0, limit ?? undefined),
      page: (query) => read<PublicReviewPage>(addressOf(this, '/reviews', query), signal),
      wholeCard: (review) => card(view, review, true),
      isRtl: () => getComputedStyle(root).direction === 'rtl',
      isStill: () =>
        !data.settings.behavior.animate || matchMedia('(prefers-reduced-motion: reduce)').matches,
      onResize: (element, changed) => {
        const observer = new ResizeObserver(changed);
        observer.observe(element);
        if (!measures.includes(changed)) measures.push(changed);
        view.onStop(() => observer.disconnect());
      },
      settle: () => measures.forEach((measure) => measure()),
      onStop: (stop) => (signal.aborted ? stop() : signal.addEventListener('abort', stop)),
    };
    return view;
  }

  /** Stops and removes what is drawn. Then the link inside the element shows. */
  #clear(): void {
    this.#drawing = renewed(this.#drawing);
    this.#closeDialogs('dialog');
    this.#root?.replaceChildren(document.createElement('slot'));
  }

  #closeDialogs(selector: string): void {
    this.#root?.querySelectorAll<HTMLDialogElement>(selector).forEach((dialog) => dialog.close());
  }

  /**
   * Tells the page that a visitor followed a link, and the service once that one was followed or something was opened. Some browsers
   * can be set to have no beacons. Previews are not counted.
   */
  #tellClick({ target }: Event): void {
    const control = (target as Element).closest<HTMLAnchorElement>('a,.more,.open,.thumb');
    if (!control) return;
    const url = control.href;
    const what = [...control.classList].at(-1) as SeenKind;
    if (url) this.#emit('rv-click', { what, url });
    this.#used[what] ||= this.#given ?? navigator.sendBeacon?.(`${baseOf(this)}/seen/${what}`);
  }

  #hide(): void {
    this.#clear();
    this.style.setProperty('display', 'none', 'important');
    this.#release();
    this.#emit('rv-ready', { key: this.getAttribute('key'), reviews: 0 });
  }

  /** Returns what the snippet gave a height to: the div around the element, or the element itself. */
  #place(): HTMLElement {
    return this.closest<HTMLElement>('[data-rv-widget]') ?? this;
  }

  /** A page that draws the place again restores its height, so a drawn widget releases it again when it is inserted. */
  #fit(): void {
    if (this.#given || this.#data || this.#failures) this.#release();
  }

  /** Gives back the reserved height: of the box around the link, and of the place in snippets of earlier releases. */
  #release(): void {
    this.#place().style.minHeight = '';
    this.querySelector('[style*=padding-bottom]')?.removeAttribute('style');
  }

  #fail(error: unknown): void {
    this.#release();
    this.#emit('rv-error', { message: String(error) });
  }

  #emit(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/**
 * Defines `<rv-widget>`, and returns its class. A page can contain the script several times. `scriptUrl` is the URL that the script
 * knows of itself.
 */
export function defineElement(scriptUrl: string | undefined): typeof RvWidget {
  const defined = customElements.get('rv-widget') as typeof RvWidget | undefined;
  if (defined) return defined;
  findServer(scriptUrl);
  customElements.define('rv-widget', RvWidget);
  return RvWidget;
}
