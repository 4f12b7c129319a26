import type { InactiveWidget, PublicReviewPage, PublicWidget } from '../embed/public-widget';
import { h } from './dom';
import { rendererFor } from './renderers';
import { applyTheme, sheetsFor } from './theme';

/** How far below the screen a widget may be when its data is asked for. */
const NEAR_PX = 400;

/** Where scripts and data come from; set by the entry point, which knows its own address. */
let origin = '';

class RvWidget extends HTMLElement {
  static readonly observedAttributes = ['key', 'lang', 'theme', 'dir', 'limit'];

  #root: ShadowRoot | null = null;
  #given: PublicWidget | null = null;
  #nearness: IntersectionObserver | null = null;
  #stop: () => void = () => undefined;
  /** Numbers the loads: attributes may change while one is under way. */
  #loads = 0;

  /** Draws this instead of what the service says: previews feed the very element that pages show. */
  set data(data: PublicWidget | null) {
    this.#given = data;
    if (this.isConnected && data) this.#draw(data);
  }

  get data(): PublicWidget | null {
    return this.#given;
  }

  connectedCallback(): void {
    // Moved within the page: what was drawn is still there.
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

  /** A page never shows an error of ours: whatever goes wrong, the link inside the element stays. */
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
    // The default mode, which sends no cookies to another origin either: only this one is served by a preload.
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status}`);
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
    this.#stop = rendererFor(data.type)({
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

/** Makes `<rv-widget>` known; the script may be on a page any number of times. */
export function defineElement(scriptUrl: string): void {
  if (customElements.get('rv-widget')) return;
  origin = new URL(scriptUrl, document.baseURI).origin;
  customElements.define('rv-widget', RvWidget);
}
