import { ownValue } from '@plaudit/contracts';
import { API } from '../../proxy/route-table';

/** A change of a webhook, channel, widget, AI provider or settings profile, or an export of reviews, as its request describes it. */
export interface ObservedChange {
  /** For example `webhook.created`. */
  action: string;
  targetType: string;
  /** Null for an addition. */
  targetId: number | null;
}

const OBSERVED = new RegExp(
  `^${API}/(?:(webhook|channel|widget)s|(invite)/settings)/([a-z_]+)(?:/(\\d{1,15}))?(?:/|$)`,
);
const CHANGING_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Operations that use POST and change neither a webhook nor a channel nor a widget. */
const HARMLESS = new Set([
  'ai',
  'authorize_url',
  'check',
  'discover',
  'preview',
  'recover',
  'redeliver',
  'refresh',
  'test',
]);
const VERBS: Readonly<Record<string, string>> = {
  add: 'created',
  update: 'updated',
  delete: 'deleted',
  rotate_secret: 'secret_rotated',
};

/** It changes nothing, but carries the data of many people out of the product. */
const EXPORT = `${API}/reviews/export`;
const EXPORTED: ObservedChange = { action: 'review.exported', targetType: 'review', targetId: null };

/** It decides who gets the texts of reviews, and sets a key. */
const PROVIDERS = `${API}/account/ai`;
const PROVIDERS_CHANGED: ObservedChange = {
  action: 'ai_settings.updated',
  targetType: 'ai_settings',
  targetId: null,
};

/**
 * Returns the change that a request asks for, or null if it asks for none. `path` is the path at the service. An operation
 * that is not known here counts as a change, so that a new one is not forgotten.
 */
export function observedChange(method: string, path: string): ObservedChange | null {
  if (method === 'GET' && path === EXPORT) return EXPORTED;
  if (!CHANGING_METHODS.has(method)) return null;
  if (path === PROVIDERS) return PROVIDERS_CHANGED;
  const [, noun, invite, operation, id] = OBSERVED.exec(path) ?? [];
  if (!operation || HARMLESS.has(operation)) return null;
  const targetType = invite ? 'invite_settings' : String(noun);
  return {
    action: `${targetType}.${ownValue(VERBS, operation) ?? 'changed'}`,
    targetType,
    targetId: id === undefined ? null : Number(id),
  };
}

const MAX_SEGMENTS = 6;
const WORD = /^[a-z_]{1,30}$/;

/**
 * Returns the path with `{id}` for every segment that is not a plain lower-case word, so that it holds no personal data.
 * Drops the prefix of the API.
 */
export function routeOf(path: string): string {
  const below = path.startsWith(`${API}/`) ? path.slice(API.length) : path;
  const segments = below.split('/').slice(1, MAX_SEGMENTS + 1);
  return `/${segments.map((segment) => (WORD.test(segment) ? segment : '{id}')).join('/')}`;
}

const MAX_NAME = 191;

interface Described {
  id?: unknown;
  name?: unknown;
}

/** Returns the id of the object that a response describes: its own, or that of its channel. */
export function idIn(body: unknown): number | null {
  const { id, channel } = described(body);
  const found = id ?? channel?.id;
  return Number.isSafeInteger(found) ? (found as number) : null;
}

/** Returns the name of that object, with which a reader of the log knows it. Null if the response has none. */
export function nameIn(body: unknown): string | null {
  const { name, channel } = described(body);
  const found = name ?? channel?.name;
  return typeof found === 'string' && found !== '' ? found.slice(0, MAX_NAME) : null;
}

function described(body: unknown): Described & { channel?: Described | null } {
  return (body ?? {}) as Described & { channel?: Described | null };
}
