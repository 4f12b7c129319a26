import { type ApiRequest, readJson } from '../builders/api-request';
import { elementsAt, type JsonObject, type Path } from '../builders/json-paths';
import type { Ctx } from '../context';
import type { PlatformMeta } from '../platform';

/** Pages of a list that are read. A person waits for it. */
const MAX_PAGES = 20;
/** Elements of one page that are read. */
const MAX_ELEMENTS = 1_000;

/** A list of what a signed-in person manages, of one or several pages. */
interface ManagedList<Item> {
  /** Returns the request of the first page, or of the page that a cursor leads to. */
  request(cursor: string | undefined): ApiRequest | Promise<ApiRequest>;
  /** Where a page has its elements. */
  at: Path;
  /** Returns the cursor of the next page, or an empty text. */
  next(body: JsonObject): string;
  /** Returns an element as it is kept, or null. */
  itemOf(element: unknown): Item | null;
  /** Items that are kept. */
  max: number;
}

/** Reads a list. */
export async function readManaged<Item>(
  meta: PlatformMeta,
  { request, at, next, itemOf, max }: ManagedList<Item>,
  ctx: Ctx,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && items.length < max && cursor !== ''; page++) {
    const body = await readJson<JsonObject>(meta, await request(cursor), ctx);
    items.push(
      ...elementsAt(body, at, MAX_ELEMENTS)
        .map(itemOf)
        .filter((item) => item !== null),
    );
    cursor = next(body);
  }
  return items.slice(0, max);
}
