import { toHttpResponse } from '../crawl/http/http-response';
import type { Ctx, HttpResponse } from './context';
import { FIXTURE_OPERATOR_KEY, FIXTURE_TOKEN } from './fixtures.suite';
import type { Platform } from './platform';
import type { RecordedPage, RecordedResponse } from './recorded-pages.suite';

/** A rating beyond every scale, and a Unix time in the year 2999. */
const IN_2999 = Date.UTC(2999, 0, 1) / 1_000;
/** What replaces a value of a fixture, one after another. */
const STRANGE = [null, 0, -7.5, IN_2999, '2999-01-01T00:00:00Z', 'http://[', [null], {}, { label: [] }];
const MAX_DEPTH = 8;
/** Elements of a list that are kept. More of them only take time. */
const MAX_ELEMENTS = 12;

/** Returns the body of a response, with short lists, or undefined if it is not JSON. */
export function jsonOf(response: RecordedResponse | undefined): unknown {
  try {
    return JSON.parse(response?.body ?? '', (_name, value: unknown) =>
      Array.isArray(value) ? value.slice(0, MAX_ELEMENTS) : value,
    );
  } catch {
    return undefined;
  }
}

/**
 * Yields copies of a JSON value in which one value has another form. Of a list, only the first element changes. Each copy
 * comes with the path of the changed value.
 */
export function* otherForms(value: unknown, path = '$', depth = MAX_DEPTH): Generator<[string, unknown]> {
  if (value === undefined) return;
  for (const strange of STRANGE) yield [`${path} = ${JSON.stringify(strange)}`, strange];
  if (depth === 0 || typeof value !== 'object' || value === null) return;
  const names = Array.isArray(value) ? Object.keys(value).slice(0, 1) : Object.keys(value);
  for (const name of names) {
    const inner = (value as Record<string, unknown>)[name];
    for (const [where, changed] of otherForms(inner, `${path}.${name}`, depth - 1)) {
      yield [where, replaced(value, name, changed)];
    }
  }
}

function replaced(holder: object, name: string, value: unknown): unknown {
  if (!Array.isArray(holder)) return { ...holder, [name]: value };
  return holder.map((element: unknown, index) => (String(index) === name ? value : element));
}

/** Returns a copy of a JSON value in which every number is a text, as some servers write them. */
export function numbersAsText(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_name, inner: unknown) =>
    typeof inner === 'number' ? String(inner) : inner,
  ) as unknown;
}

/** Returns a context whose Http gives recorded responses in their order, one of them with another body. */
export function respondWith(
  platform: Platform,
  { scenario, responses }: Pick<RecordedPage, 'scenario' | 'responses'>,
  { index, body }: { index: number; body: unknown },
): Ctx {
  let sent = 0;
  const respond = async (): Promise<HttpResponse> => {
    const at = Math.min(sent, responses.length - 1);
    const recorded = responses[at];
    if (!recorded) throw new Error('Nothing is recorded');
    sent += 1;
    const { status, headers, url } = recorded;
    const text = at === index ? JSON.stringify(body) : recorded.body;
    const parts = { status, header: (name: string) => headers[name] ?? null, text: () => text };
    return toHttpResponse(platform, parts, url, new Date(scenario.now));
  };
  return {
    http: { get: respond, post: respond },
    now: () => new Date(scenario.now),
    token: async () => scenario.config.accessToken ?? FIXTURE_TOKEN,
    operatorKey: () => FIXTURE_OPERATOR_KEY,
    read: async (response) => platform.read?.(response.text(), response.url),
  };
}
