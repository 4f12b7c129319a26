import type { UsedColours } from './contrast';
import { PAGE_STYLE } from './page-style';

export type Ground = 'light' | 'dark';

/** How the page around the widget looks. */
export interface PageLook {
  ground: Ground;
  rightToLeft: boolean;
  /** `auto` follows the ground here, because the system of the visitor is not known. */
  theme: string;
}

/** The rating that a value of `header.rating_basis` yields. Null means none. */
export interface BasisRating {
  basis: string;
  rating: number | null;
  count: number;
}

/** What the element draws: the response of POST /widgets/preview. */
export interface PreviewData {
  key: string;
  css: string;
  look: string;
  hidden: boolean;
  sample: boolean;
  settings: { layout: Record<string, unknown> };
  rating_bases: BasisRating[];
  [key: string]: unknown;
}

type Frame = Window & typeof globalThis;
type WidgetElement = HTMLElement & { data: PreviewData };

const SCRIPT = '/embed/v1/rv.js';
/** The parts of the page that stand for the owner's content. */
const ABOVE = ['site', 'hero'];
const BELOW = ['text', 'text', 'text short', 'text', 'text', 'text short'];

/** A page in a frame that draws a widget with the script that websites load. It has the origin of the dashboard. */
export class PreviewPage {
  private readonly view: Frame;
  private readonly page: Document;
  private widget: WidgetElement | null = null;
  private wished: { data: PreviewData; look: PageLook } | null = null;

  /** `frame` has loaded its empty page. */
  constructor(
    frame: HTMLIFrameElement,
    private readonly drawn: (colours: UsedColours | null) => void,
    failed: () => void,
  ) {
    this.view = frame.contentWindow as Frame;
    this.page = frame.contentDocument as Document;
    const sheet = new this.view.CSSStyleSheet();
    sheet.replaceSync(PAGE_STYLE);
    this.page.adoptedStyleSheets = [sheet];
    this.page.body.replaceChildren(...this.blocks(ABOVE), this.block('place'), ...this.blocks(BELOW));
    this.page.addEventListener('click', stayHere, { capture: true });
    const script = this.page.createElement('script');
    script.type = 'module';
    script.src = new URL(SCRIPT, location.href).href;
    script.addEventListener('error', failed);
    this.page.head.append(script);
    void this.view.customElements.whenDefined('rv-widget').then(() => this.draw());
  }

  show(data: PreviewData, look: PageLook): void {
    this.wished = { data, look };
    this.draw();
  }

  /** The compressed size of the script in bytes, or null while it is not known. */
  scriptBytes(): number | null {
    const [entry] = this.view.performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entry?.encodedBodySize || null;
  }

  private draw(): void {
    if (!this.wished || !this.view.customElements.get('rv-widget')) return;
    const { data, look } = this.wished;
    const { documentElement: root } = this.page;
    root.dataset.ground = look.ground;
    root.dir = look.rightToLeft ? 'rtl' : 'ltr';
    // A popup that was closed in the preview would stay away from it.
    sessionStorage.removeItem(`rv-closed-${data.key}`);
    const widget = this.widget ?? (this.page.createElement('rv-widget') as WidgetElement);
    setAttribute(widget, 'dir', look.rightToLeft ? 'rtl' : null);
    setAttribute(widget, 'theme', look.theme === 'auto' ? look.ground : null);
    widget.data = atOnce(data);
    if (!this.widget) {
      this.page.querySelector('.place')?.append(widget);
      this.widget = widget;
    }
    this.drawn(data.hidden ? null : this.colours());
  }

  /** Reads the colours that the widget really has, from whatever theme or setting they come. */
  private colours(): UsedColours | null {
    const root = this.widget?.shadowRoot?.querySelector<HTMLElement>('.rv');
    if (!root) return null;
    const probe = this.page.createElement('span');
    root.append(probe);
    const read = (name: string): string => {
      probe.style.color = `var(--c-${name})`;
      return this.view.getComputedStyle(probe).color;
    };
    const own = this.view.getComputedStyle(root).backgroundColor;
    const behind = /,\s*0\)$/.test(own) ? this.view.getComputedStyle(this.page.body).backgroundColor : own;
    const colours = {
      text_color: read('text'),
      muted_color: read('muted'),
      star_color: read('star'),
      accent_color: read('accent'),
      card_background: root.classList.contains('flat') ? behind : read('card'),
    };
    probe.remove();
    return colours;
  }

  private blocks(names: readonly string[]): HTMLElement[] {
    return names.map((name) => this.block(name));
  }

  private block(name: string): HTMLElement {
    const block = this.page.createElement('div');
    block.className = name;
    if (name !== 'place') block.setAttribute('aria-hidden', 'true');
    return block;
  }
}

/** A popup waits for many seconds on a website. The preview shows it at once. */
function atOnce(data: PreviewData): PreviewData {
  const { settings } = data;
  if (settings.layout.delay_ms === undefined) return data;
  return { ...data, settings: { ...settings, layout: { ...settings.layout, delay_ms: 0 } } };
}

function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Links of the widget that would leave the preview do nothing. Those of a new tab open it. */
function stayHere(event: Event): void {
  const anchor = event.composedPath().find((target) => (target as Element).localName === 'a');
  if (anchor && (anchor as HTMLAnchorElement).target !== '_blank') event.preventDefault();
}
