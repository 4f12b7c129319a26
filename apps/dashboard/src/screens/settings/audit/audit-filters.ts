import type { SearchParams } from '../../../app/search-params';

const ACTORS = ['key', 'user', 'operator', 'anonymous'] as const;
export type ActorType = (typeof ACTORS)[number];
export const ACTOR_TYPES: readonly ActorType[] = ACTORS;

/** The filters of the log. Their names are those of the API. */
export interface AuditFilters {
  action?: string;
  actor_type?: ActorType;
  actor_id?: number;
  target_type?: string;
  target_id?: number;
  since?: string;
  until?: string;
}

export const FILTER_NAMES = [
  'action',
  'actor_type',
  'actor_id',
  'target_type',
  'target_id',
  'since',
  'until',
] as const;

/** Returns the filters of an address. Leaves out what the API would refuse. */
export function filtersIn(search: SearchParams): AuditFilters {
  const filters: AuditFilters = {};
  const actor = ACTORS.find((one) => one === search.actor_type);
  const actorId = idIn(search.actor_id);
  const targetId = idIn(search.target_id);
  if (search.action) filters.action = search.action;
  if (actor) filters.actor_type = actor;
  if (actor && actorId) filters.actor_id = actorId;
  if (search.target_type) filters.target_type = search.target_type;
  if (search.target_type && targetId) filters.target_id = targetId;
  if (isDay(search.since)) filters.since = search.since;
  if (isDay(search.until)) filters.until = search.until;
  return filters;
}

function idIn(text: string | undefined): number | null {
  return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
