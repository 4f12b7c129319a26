/** The URL of a script of the server, up to the path of the script. */
const SCRIPT_URL = /(?:https?:)?\/\/[^"'\s?]+(?=\/embed\/v1\/(?:w|rv)[.\w]*\.js)/;

/**
 * Returns the address of the server, or undefined if no script names it. `own` is the URL that the running script knows of itself.
 * A bundle has another one, and code that an optimiser copied into the page has none. Then an element of the page still names the
 * script: in `src`, in an attribute of the optimiser such as `data-rocket-src`, or in the code that loads it.
 */
export function serverOfScripts(own: string | undefined): string | undefined {
  const scripts = [...document.querySelectorAll('script')].map(({ outerHTML }) => outerHTML);
  return SCRIPT_URL.exec([own, ...scripts].join(' '))?.[0];
}

/** Returns the address of the server from the link to the page of the widget, or undefined if the place has no such link. */
export function serverOfLink(place: ParentNode, key: string): string | undefined {
  const page = `/w/${key}`;
  return place.querySelector<HTMLAnchorElement>(`a[href*="${page}"]`)?.href.split(page)[0];
}

let isReported = false;

/** Returns the error of an element that cannot know its server, and tells the owner of the page once what to change. */
export function unknownServer(): Error {
  const error = new Error(
    'Plaudit: nothing on this page names the server of the widget. Load /embed/v1/w.js from it, or keep the link to /w/KEY in the widget.',
  );
  // oxlint-disable-next-line no-console -- the owner of the page sees it nowhere else
  if (!isReported) console.error(error.message);
  isReported = true;
  return error;
}
