import type { HttpOptions } from '../../platforms/context';

/** Returns the URL with the parameters of a request, which replace those of the same name. */
export function withQuery(address: string | URL, query: HttpOptions['query'] = {}): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    url.searchParams.delete(name);
    for (const one of [value].flat()) url.searchParams.append(name, String(one));
  }
  return url;
}
