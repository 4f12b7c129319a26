import type { InactiveWidget, PublicReviewPage, PublicWidget } from '../public-json/public-widget';
import { h } from './dom/dom';
import type { WidgetType } from '../settings/widget-types';
import { renderList } from './list/list';
import { applyTheme, sheetsFor } from './theme';
import type { Renderer } from './view';

/** A lazy widget requests its data when it is at most this far from the visible area. */
const NEAR_PX = 400;

/** The origin of the script, from which the data comes too. The entry point sets it from its own URL. */
let origin = '';

/** The layouts. A type that is missing here is drawn as a list, with its own header and cards. */
const RENDERERS: Partial<Record<WidgetType, Renderer>> = {
  list: renderList,
};

class RvWidget extends HTMLElement {
  static readonly observedAttributes = ['key', 'lang', 'theme', 'dir', 'limit'];

  #root: ShadowRoot | null = null;
  #given: PublicWidget | null = null;
  #nearness: IntersectionObserver | null = null;
  #stop: () => void = () => undefined;
  /** Counts the loads. An attribute can change during a load, and then only the newest one is drawn. */
  #loads = 0;

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
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
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
      this.#emit('rv-error', { message: String(error) });
    }
  }

  async #fetch<T>(path: string, query: Record<string, string>): Promise<T> {
    const lang = this.getAttribute('lang');
    const search = new URLSearchParams(lang ? { ...query, lang } : query).toString();
    const key = encodeURIComponent(this.getAttribute('key') ?? '');
    const url = `${origin}/embed/v1/widgets/${key}${path}${search && `?${search}`}`;
    // A preload is reused only by a request in the default mode. That mode sends no cookies to another origin.
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The request failed with status ${response.status}`);
    return (await response.json()) as T;
  }

  #draw(data: PublicWidget): void {
    const { behavior } = data.settings;
    if (behavior.hide_when_empty && data.summary.matching < Math.max(1, behavior.min_reviews))
      return this.#hide();
    this.#stop();
    this.style.removeProperty('display');
    const shadow = (this.#root ??= this.attachShadow({ mode: 'open' }));
    shadow.adoptedStyleSheets = sheetsFor(data);
    const label = data.settings.header.title || data.strings.reviews_heading;
    const dir = this.getAttribute('dir') ?? data.dir;
    const root = h('section', { part: 'root', lang: data.lang, dir, 'aria-label': label });
    applyTheme(root, data, this.getAttribute('theme'));
    shadow.replaceChildren(root);
    const render = RENDERERS[data.type] ?? renderList;
    this.#stop = render({
      data,
      root,
      limit: this.#limit(),
      page: (query) => this.#fetch<PublicReviewPage>('/reviews', query),
      emit: (name, detail) => this.#emit(name, detail),
    });
    this.#emit('rv-ready', { key: data.key, reviews: data.reviews.length });
  }

  #limit(): number | null {
    const limit = Number(this.getAttribute('limit'));
    return Number.isInteger(limit) && limit > 0 ? Math.min(limit, 50) : null;
  }

  #hide(): void {
    this.style.setProperty('display', 'none', 'important');
    this.#emit('rv-ready', { key: this.getAttribute('key'), reviews: 0 });
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
