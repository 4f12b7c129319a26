import { MCP_PATH } from '../proxy/route-table';

const HEAVY = 5;

/**
 * Returns the tokens that a request costs: 5 for bulk operations and translated lists, 1 for all others. A request to the
 * MCP endpoint costs 0 here, because its path does not show what it does. A tool call is charged for the API request that
 * it makes. The endpoint itself charges every other MCP message.
 */
export function requestCost(path: string, query: string): number {
  if (path === MCP_PATH) return 0;
  return path.endsWith('_bulk') || isTranslated(query) ? HEAVY : 1;
}

function isTranslated(query: string): boolean {
  // Skips the parser for nearly every request: those without the word and without an escape that could spell it.
  if (!query.includes('translate') && !query.includes('%')) return false;
  return Boolean(new URLSearchParams(query).get('translate'));
}
