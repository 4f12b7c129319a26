import { MCP_PATH } from '../proxy/route-table';

const HEAVY = 5;

/**
 * Tokens that a request costs: 5 for bulk calls and for lists that are translated, else 1. A tool call is charged as the
 * request that it makes, and any other MCP message by the endpoint itself, once it is known which of both it is.
 */
export function requestCost(path: string, query: string): number {
  if (path === MCP_PATH) return 0;
  return path.endsWith('_bulk') || asksForTranslation(query) ? HEAVY : 1;
}

function asksForTranslation(query: string): boolean {
  // Without the word and without an escape that could spell it, there is nothing to parse: nearly every request.
  if (!query.includes('translate') && !query.includes('%')) return false;
  return Boolean(new URLSearchParams(query).get('translate'));
}
