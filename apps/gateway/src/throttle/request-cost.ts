import { API, isEmbedPath, MCP_PATH } from '../proxy/route-table';

const HEAVY = 5;
/** A search reads many reviews, and each new text misses the caches. A hundred at once delayed every other request. */
const SEARCH = 40;

/** What a visitor can choose besides a search. Each value is a page of its own in the caches, and many are read from no counter. */
const CHOICES = ['rating', 'platform', 'sort', 'cursor'];

/**
 * Returns the tokens that a request costs: 5 for bulk operations, imports of files, exports, translated lists and filtered counts, 1 for all others. A message to the
 * MCP endpoint costs 1. A tool call costs the rest when it sends its API request, see {@link prepaidRequestCost}. The
 * endpoint refuses all methods but POST without doing anything, so they cost nothing.
 */
export function requestCost(method: string, path: string, query: string): number {
  if (path === MCP_PATH) return method === 'POST' ? 1 : 0;
  const isHeavy =
    path.endsWith('_bulk') ||
    path.endsWith('/reviews/export') ||
    isImport(path) ||
    isFilteredCount(path, query);
  return isHeavy || hasParameter(query, 'translate') ? HEAVY : 1;
}

/** Returns the tokens that the API request of an MCP tool costs, besides the one that its message has cost. */
export function prepaidRequestCost(method: string, path: string, query: string): number {
  return requestCost(method, path, query) - 1;
}

/**
 * Returns the tokens that a request without a key costs: 40 for a search in a widget's reviews, 5 for another filter, an
 * order or a later page, 1 for all others.
 */
export function publicRequestCost(path: string, query: string): number {
  if (!isEmbedPath(path) || query === '') return 1;
  if (hasParameter(query, 'q')) return SEARCH;
  return CHOICES.some((name) => hasParameter(query, name)) ? HEAVY : 1;
}

/** Without a query it reads counters only, and the dashboard asks after every change. */
function isFilteredCount(path: string, query: string): boolean {
  return path.endsWith('/reviews/counts') && query !== '';
}

function isImport(path: string): boolean {
  return path.startsWith(`${API}/channels/import`);
}

function hasParameter(query: string, name: string): boolean {
  // Skips the parser for nearly every request: those without the name and without an escape that could spell it.
  if (!query.includes(name) && !query.includes('%')) return false;
  return Boolean(new URLSearchParams(query).get(name));
}
