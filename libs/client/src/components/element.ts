import type { Schema } from '../client';

/** What an element draws: the response of POST /widgets/preview, or the public JSON of a widget. */
export type WidgetData = Omit<Schema<'WidgetPreview'>, 'sample'>;

export type WidgetTheme = 'light' | 'dark' | 'auto' | 'minimal' | 'soft' | 'contrast';

export interface ReadyDetail {
  key: string;
  /** The number of reviews that are shown. It is 0 if the widget hides itself. */
  reviews: number;
}

export interface ErrorDetail {
  message: string;
}

export interface ClickDetail {
  /** What was clicked, such as `more`. */
  what: string;
  url: string;
}

/** The element that the script of the server defines. */
export interface RvWidgetElement extends HTMLElement {
  data: WidgetData | null;
}

declare global {
  interface HTMLElementTagNameMap {
    'rv-widget': RvWidgetElement;
  }
  interface HTMLElementEventMap {
    'rv-ready': CustomEvent<ReadyDetail>;
    'rv-error': CustomEvent<ErrorDetail>;
    'rv-click': CustomEvent<ClickDetail>;
  }
}

/** The properties of a widget that become attributes of its element. */
export interface WidgetAttributes {
  /** The key of the widget, which begins with `w_`. A preview of a new widget has none. */
  widgetKey?: string | undefined;
  theme?: WidgetTheme | undefined;
  /** A language code. Without it, the element uses the language of the page. */
  lang?: string | undefined;
  dir?: 'ltr' | 'rtl' | undefined;
  /** Reviews per page, up to 50. */
  limit?: number | undefined;
  /** Loads at once, and not when the widget comes near the visible area. */
  eager?: boolean | undefined;
}

export interface WidgetSource {
  /** The address of the gateway, such as `https://reviews.example.com`. A page uses one server. */
  server: string;
  /** The nonce of the page's content security policy, if it needs one. */
  nonce?: string | undefined;
}

export interface WidgetHandlers {
  onReady?: ((detail: ReadyDetail) => void) | undefined;
  onError?: ((detail: ErrorDetail) => void) | undefined;
  onClick?: ((detail: ClickDetail) => void) | undefined;
}

/** The text of the link that shows until the widget is drawn. */
export const FALLBACK_TEXT = 'Customer reviews';

/**
 * Returns the attributes of the element. Some names are in capitals, which HTML does not distinguish: React and Vue keep `key`
 * for themselves, and React 19 sets `lang` and `dir` as properties, to the text "undefined" when they go.
 */
export function attributesOf(props: WidgetAttributes): Record<string, string> {
  const { widgetKey, theme, lang, dir, limit, eager } = props;
  const attributes = {
    KEY: widgetKey,
    theme,
    LANG: lang,
    DIR: dir,
    limit: limit?.toString(),
    eager: eager ? '' : undefined,
  };
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Returns the hosted page of a widget, or of a server whose preview has no key. Throws a TypeError for a bad server. */
export function pageUrl(server: string, widgetKey: string | undefined): string {
  const base = baseOf(server);
  return widgetKey ? `${base}/w/${encodeURIComponent(widgetKey)}` : base;
}

function baseOf(server: string): string {
  const url = parse(server);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new TypeError(
      `server must be an http or https URL, such as https://reviews.example.com, not "${server}".`,
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * Calls `defined` when the element is defined. If the script cannot be loaded, calls `failed`, and tries again when the browser is
 * online again. Returns a function that ends this.
 */
export function whenDefined(
  source: WidgetSource,
  defined: () => void,
  failed: (detail: ErrorDetail) => void,
): () => void {
  let isOver = false;
  const fail = (error: unknown): void => {
    if (isOver) return;
    failed({ message: String(error) });
    addEventListener('online', load, { once: true });
  };
  const load = (): void => void loadElement(source).then(() => isOver || defined(), fail);
  load();
  return () => {
    isOver = true;
    removeEventListener('online', load);
  };
}

/** The scripts that this page loads or has loaded, by URL. */
const loads = new Map<string, Promise<void>>();

/**
 * Resolves when the element is defined. Adds the script of the server to the page if the page does not have it. Rejects if the
 * script cannot be loaded; the next call tries again.
 */
function loadElement({ server, nonce }: WidgetSource): Promise<void> {
  const url = `${baseOf(server)}/embed/v1/rv.js`;
  const load = loads.get(url) ?? startLoad(url, nonce);
  loads.set(url, load);
  load.catch(() => loads.delete(url));
  return load;
}

async function startLoad(url: string, nonce: string | undefined): Promise<void> {
  const isThere = [...document.scripts].some(({ src }) => src === url);
  if (!isThere && !customElements.get('rv-widget')) await addScript(url, nonce);
  await customElements.whenDefined('rv-widget');
}

function addScript(url: string, nonce: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.type = 'module';
    if (nonce) script.nonce = nonce;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`The script ${url} could not be loaded.`));
    });
    // Throws if the page requires Trusted Types. Such a page has the script in its HTML.
    script.src = url;
    document.head.append(script);
  });
}

/** Calls the present handlers for the events of an element, or of one inside `target`. Returns a function that ends this. */
export function listen(target: HTMLElement, handlers: () => WidgetHandlers): () => void {
  const ready = ({ detail }: CustomEvent<ReadyDetail>): void => handlers().onReady?.(detail);
  const failed = ({ detail }: CustomEvent<ErrorDetail>): void => handlers().onError?.(detail);
  const clicked = ({ detail }: CustomEvent<ClickDetail>): void => handlers().onClick?.(detail);
  target.addEventListener('rv-ready', ready);
  target.addEventListener('rv-error', failed);
  target.addEventListener('rv-click', clicked);
  return () => {
    target.removeEventListener('rv-ready', ready);
    target.removeEventListener('rv-error', failed);
    target.removeEventListener('rv-click', clicked);
  };
}

/**
 * Draws `data` inside `host`, and requests nothing. The element gets its data before it comes into the page, where it would
 * load them. Call it when the element is defined.
 */
export function drawData(host: HTMLElement, data: WidgetData, attributes: Record<string, string>): void {
  const drawn = host.querySelector<RvWidgetElement>(':scope > rv-widget');
  const element = drawn ?? document.createElement('rv-widget');
  for (const name of element.getAttributeNames())
    if (!hasName(attributes, name) && name !== 'style') element.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.data = data;
  if (!drawn) host.append(element);
}

function hasName(attributes: Record<string, string>, name: string): boolean {
  return Object.keys(attributes).some((known) => known.toLowerCase() === name);
}
