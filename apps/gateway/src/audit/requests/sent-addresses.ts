import { originAndPath, ownValue, parseUrl } from '@plaudit/contracts';

/** More than any address that a service accepts needs. */
const MAX_ADDRESS = 500;

type Fields = Readonly<Record<string, unknown>>;
type Sent = Readonly<Record<string, string | boolean | null>>;

/** What the log shows of a request body, by the type of what is changed. All of it says where data goes. */
const READERS: Readonly<Record<string, (body: Fields) => Fields>> = {
  webhook: ({ url, active }) => ({ url, active }),
  ai_settings: ({ ai, translation }) => ({
    ...providerIn('ai', ai),
    ...providerIn('translation', translation),
  }),
  invite_settings: ({ settings, take_over }) => {
    const { from_email, reply_to, review_url, logo_url } = fieldsOf(settings);
    return { from_email, reply_to, review_url, logo_url, take_over };
  },
};

/**
 * Returns the addresses that a request for a change of this type sets, for the audit log: of URLs the origin and the path, because the
 * rest may hold a secret. Returns an empty object for other types, and for a body that is no JSON object, which services refuse.
 */
export function sentAddresses(targetType: string, body: unknown): Sent {
  const read = ownValue(READERS, targetType);
  if (!read || !Buffer.isBuffer(body)) return {};
  const fields = read(fieldsOf(parsed(body)));
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const shown = shownValue(value);
      return shown === undefined ? [] : [[name, shown]];
    }),
  );
}

function providerIn(part: string, value: unknown): Fields {
  if (value === null) return { [`${part}.provider`]: null };
  const { provider, base_url } = fieldsOf(value);
  return { [`${part}.provider`]: provider, [`${part}.base_url`]: base_url };
}

function shownValue(value: unknown): Sent[string] | undefined {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const shown = parseUrl(value)?.host ? originAndPath(value) : value;
  return shown.slice(0, MAX_ADDRESS);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function parsed(body: Buffer): unknown {
  try {
    // Services accept a byte order mark before the text, which JSON.parse refuses.
    return JSON.parse(body.toString().replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return null;
  }
}
