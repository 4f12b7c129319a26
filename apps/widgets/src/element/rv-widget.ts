import type { InactiveWidget, PublicReviewPage, PublicWidget } from '../public-json/public-widget';
import type { SeenKind } from '../views/seen-kinds';
import { BEHAVIOURS } from './behaviours/behaviours';
import { card } from './card/card';
import { build, h } from './dom/dom';
import { keepHeight } from './reserved-height';
import css from './styles/core.css';
import type { View } from './view';

/** A lazy widget requests its data when it is at most this far from the visible area. */
const NEAR_PX = 400;

/** The origin of the script, from which the data comes too. The entry point sets it from its own URL. */
let origin = '';

/** The style sheet that all widgets of the page share. */
let base: CSSStyleSheet | undefined;

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

class RvWidget extends HTMLElement {
  static readonly observedAttributes = ['key', 'lang', 'theme', 'dir', 'limit'];

  #root: ShadowRoot | null = null;
  #given: PublicWidget | null = null;
  #nearness: IntersectionObserver | null = null;
  #stops: (() => void)[] = [];
  /** Counts the loads. An attribute can change during a load, and then only the newest one is drawn. */
  #loads = 0;
  /** What the visitor has used, which the service is told once. */
  readonly #used: Partial<Record<SeenKind, unknown>> = {};

  /** Draws this data instead of the service's. Previews use it to show unsaved settings. */
  set data(data: PublicWidget | null) {
    this.#given = data;
    if (this.isConnected && data) this.#draw(data);
  }

  get data(): PublicWidget | null {
    return this.#given;
  }

  connectedCallback(): void {
    // The element was moved within the page and still has its content.
    if (this.#root) return;
    if (this.#given) this.#draw(this.#given);
    else if (this.hasAttribute('eager')) void this.#load();
    else this.#loadWhenNear();
  }

  disconnectedCallback(): void {
    this.#nearness?.disconnect();
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#root) return;
    if (this.#given) this.#draw(this.#given);
    else void this.#load();
  }

  #loadWhenNear(): void {
    this.#nearness = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) return;
        this.#nearness?.disconnect();
        void this.#load();
      },
      { rootMargin: `${NEAR_PX}px` },
    );
    this.#nearness.observe(this);
  }

  /** If loading fails, the link inside the element stays and the page gets an `rv-error` event. */
  async #load(): Promise<void> {
    const load = ++this.#loads;
    try {
      const data = await this.#fetch<PublicWidget | InactiveWidget>('.json', {});
      if (load !== this.#loads) return;
      if (data.active) this.#draw(data);
      else this.#hide();
    } catch (error) {
      this.#release();
      this.#emit('rv-error', { message: String(error) });
    }
  }

  async #fetch<T>(path: string, query: Record<string, string>): Promise<T> {
    const own = this.getAttribute('lang');
    const page = document.documentElement.lang;
    const language: Record<string, string> = own ? { lang: own } : page ? { page_lang: page } : {};
    const key = encodeURIComponent(this.getAttribute('key') ?? '');
    const search = new URLSearchParams({ ...query, ...language }).toString();
    const preload = document.head.querySelector<HTMLLinkElement>(`link[rel=preload][href*="${key}${path}"]`);
    const url = preload?.href ?? `${origin}/embed/v1/widgets/${key}${path}${search && `?${search}`}`;
    // A preload is reused only by a request in the default mode. That mode sends no cookies to another origin.
    const response = await fetch(url);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return (await response.json()) as T;
  }

  #draw(data: PublicWidget): void {
    if (data.hidden) return this.#hide();
    this.#stop();
    this.style.removeProperty('display');
    const place = this.#place();
    const reserved = place.getBoundingClientRect().height;
    const shadow = (this.#root ??= this.attachShadow({ mode: 'open' }));
    shadow.adoptedStyleSheets = [(base ??= sheetOf(css)), sheetOf(data.css)];
    const { label, lang, look, tree, reviews, key, type } = data;
    const dir = this.getAttribute('dir') ?? data.dir;
    const root = h(
      'section',
      {
        part: 'root',
        role: 'group',
        lang,
        dir,
        'aria-label': label,
        onclick: (event) => this.#tellClick(event, key),
      },
      ...tree.map(build),
    );
    root.className = `rv t-${type} ${this.getAttribute('theme') ?? data.scheme} ${look}`;
    shadow.replaceChildren(root);
    const view = this.#view(data, root);
    BEHAVIOURS[type](view);
    view.settle();
    this.#release();
    keepHeight(view, place, reserved);
    this.#emit('rv-ready', { key, reviews: reviews.length });
  }

  #view(data: PublicWidget, root: HTMLElement): View {
    const number = Number(this.getAttribute('limit'));
    const limit = Number.isInteger(number) && number > 0 ? Math.min(number, 50) : null;
    const measures = new Set<() => void>();
    const view: View = {
      data,
      root,
      limit,
      reviews: data.reviews.slice(0, limit ?? undefined),
      page: (query) => this.#fetch<PublicReviewPage>('/reviews', query),
      wholeCard: (review) => card(view, review, true),
      isRtl: () => root.matches(':dir(rtl)'),
      isStill: () =>
        !data.settings.behavior.animate || matchMedia('(prefers-reduced-motion: reduce)').matches,
      onResize: (element, changed) => {
        const observer = new ResizeObserver(changed);
        observer.observe(element);
        measures.add(changed);
        view.onStop(() => observer.disconnect());
      },
      settle: () => measures.forEach((measure) => measure()),
      onStop: (stop) => this.#stops.push(stop),
    };
    return view;
  }

  #stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  /**
   * Tells the page that a visitor followed a link, and the service once that one was followed or something was opened. Some browsers
   * can be set to have no beacons. Previews are not counted.
   */
  #tellClick({ target }: Event, key: string): void {
    const control = (target as Element).closest<HTMLAnchorElement>('a,.more,.open,.thumb');
    if (!control) return;
    const url = control.href;
    const what = [...control.classList].at(-1) as SeenKind;
    if (url) this.#emit('rv-click', { what, url });
    this.#used[what] ||=
      this.#given ?? navigator.sendBeacon?.(`${origin}/embed/v1/widgets/${key}/seen/${what}`);
  }

  #hide(): void {
    this.#stop();
    this.style.setProperty('display', 'none', 'important');
    this.#release();
    this.#emit('rv-ready', { key: this.getAttribute('key'), reviews: 0 });
  }

  /** Returns what the snippet gave a height to: the div around the element, or the element itself. */
  #place(): HTMLElement {
    return this.closest<HTMLElement>('[data-rv-widget]') ?? this;
  }

  /** Gives back the reserved height: of the box around the link, and of the place in snippets of earlier releases. */
  #release(): void {
    this.#place().style.minHeight = '';
    this.querySelector('[style*=padding-bottom]')?.removeAttribute('style');
  }

  #emit(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** Defines `<rv-widget>`. A page can contain the script several times. */
export function defineElement(scriptUrl: string): void {
  if (customElements.get('rv-widget')) return;
  origin = new URL(scriptUrl, document.baseURI).origin;
  customElements.define('rv-widget', RvWidget);
}
