import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError, ownValue } from '@plaudit/contracts';

/** A notification as a provider sent it. */
export interface HookRequest {
  /** The address that the provider called: PUBLIC_URL, path and query. Signatures contain it. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

const MAX_DEPTH = 16;
const MAX_FIELDS = 200;
/** Longer values are not read: no id, code or address has so many characters. */
const MAX_TEXT = 2_000;
/** Postgres stores no text with it. */
const NUL = '\0';

/** Returns a header, or an empty text. */
export function headerOf({ headers }: HookRequest, name: string): string {
  const value = ownValue(headers, name);
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Compares two texts in a time that does not depend on where they differ. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

export function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Returns true if the request has the secret: as bearer token, as password of basic authentication, or in the header
 * X-Webhook-Secret.
 */
export function hasSecret(request: HookRequest, secret: string): boolean {
  const [scheme = '', value = ''] = headerOf(request, 'authorization').split(' ', 2);
  const given = [headerOf(request, 'x-webhook-secret')];
  if (/^bearer$/i.test(scheme)) given.push(value);
  if (/^basic$/i.test(scheme)) given.push(passwordIn(value));
  return given.map((one) => isSame(one, secret)).includes(true);
}

function passwordIn(basic: string): string {
  const pair = Buffer.from(basic, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

/** Parses the body as JSON. Throws 400 for text that is no JSON, or nested too deeply. */
export function jsonOf({ body }: HookRequest): unknown {
  return parseJson(body.toString('utf8'));
}

/** Parses JSON that a provider sent. Throws 400. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH) throw malformed('nested too deeply');
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('not valid JSON');
  }
}

/** Returns the fields of the query and of a form or JSON object in the body. Those of the body win. */
export function fieldsOf(request: HookRequest): Record<string, string> {
  const query = new URL(request.url).searchParams;
  const text = request.body.toString('utf8');
  const body = text.trimStart().startsWith('{') ? textsOf(parseJson(text)) : [...new URLSearchParams(text)];
  const pairs = [...query, ...body];
  if (pairs.length > MAX_FIELDS) throw malformed(`not a form of at most ${MAX_FIELDS} fields`);
  return Object.fromEntries(pairs.filter(([, value]) => isReadable(value)));
}

function textsOf(json: unknown): [string, string][] {
  return Object.entries(recordOf(json)).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  );
}

export function malformed(what: string): ApiError {
  return new ApiError('validation_failed', `The notification is ${what}.`);
}

/** Returns the value if it is an object, or an empty object. */
export function recordOf(value: unknown): Record<string, unknown> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, unknown>) : {};
}

/** Returns the text or number at a path of objects as text, or null. */
export function textAt(value: unknown, ...path: string[]): string | null {
  const found = path.reduce<unknown>((parent, name) => ownValue(recordOf(parent), name), value);
  if (typeof found === 'number' && Number.isFinite(found)) return String(found);
  return typeof found === 'string' && found !== '' && isReadable(found) ? found : null;
}

function isReadable(text: string): boolean {
  return text.length <= MAX_TEXT && !text.includes(NUL);
}

/** Returns the id of a request that a provider repeats, or null. */
export function requestIdIn(text: string | null): number | null {
  if (text === null || !/^[1-9]\d{0,14}$/.test(text)) return null;
  return Number(text);
}

/** Returns how deeply objects and lists are nested, without parsing the text. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isText) {
      if (char === '\\') at++;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}
