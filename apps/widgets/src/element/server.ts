/** The URL of a script of the server, up to the path of the script. */
const SCRIPT_URL = /^(?:https?:)?\/\/[^"'\s?]+(?=\/embed\/v1\/(?:w|rv)[.\w]*\.js)/;

/** The address of the server. If no script names it, each element takes that of its link. */
let server: string | undefined;

/**
 * Finds the address of the server in the scripts of the page. `own` is the URL that the running script knows of itself.
 * A bundle has another one, and code that an optimiser copied into the page has none. Then a script of the page can still name it:
 * in `src`, or in an attribute of the optimiser such as `data-rocket-src`. The text inside scripts is not read, because pages put
 * data of visitors there, and who names the server can run code in the page.
 */
export function findServer(own: string | undefined): void {
  const attributes = [...document.querySelectorAll('script')].flatMap((script) => [...script.attributes]);
  const urls = [own ?? '', ...attributes.map(({ value }) => value)];
  server = urls.map((url) => SCRIPT_URL.exec(url)?.[0]).find(Boolean);
}

function keyOf(widget: HTMLElement): string {
  return encodeURIComponent(widget.getAttribute('key') ?? '');
}

/** Returns the URL under which the service knows the widget. Returns an empty text if nothing on the page names the server. */
export function baseOf(widget: HTMLElement): string {
  const page = `/w/${keyOf(widget)}`;
  const link = widget.querySelector<HTMLAnchorElement>(`a[href*="${page}"]`);
  const found = server ?? link?.href.split(page)[0];
  return found === undefined ? '' : `${found}/embed/v1/widgets/${keyOf(widget)}`;
}

/** Returns the URL of a response of the service in the language of the widget, or an empty text if the server is unknown. */
export function addressOf(widget: HTMLElement, path: string, query: Record<string, string> = {}): string {
  const base = baseOf(widget);
  const own = widget.getAttribute('lang');
  const page = document.documentElement.lang;
  const language: Record<string, string> = own ? { lang: own } : page ? { page_lang: page } : {};
  const search = new URLSearchParams({ ...query, ...language }).toString();
  return base && `${base}${path}${search && `?${search}`}`;
}

/** Returns the URL of a preload in the head. It has no language, so an element with one does not use it. */
export function preloadOf(widget: HTMLElement): string | undefined {
  const preload = document.querySelector<HTMLLinkElement>(`link[rel=preload][href*="${keyOf(widget)}.json"]`);
  return widget.hasAttribute('lang') ? undefined : preload?.href;
}

let isReported = false;

/** Returns the error of an element that cannot know its server, and tells the owner of the page once what to change. */
export function unknownServer(): Error {
  const error = new Error(
    'Plaudit: unknown server. Load /embed/v1/w.js from it, or keep the link to /w/KEY in the widget.',
  );
  // oxlint-disable-next-line no-console -- the owner of the page sees it nowhere else
  if (!isReported) console.error(error.message);
  isReported = true;
  return error;
}
