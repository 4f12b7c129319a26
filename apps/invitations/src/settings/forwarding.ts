import { type Maker, originAndPath, ownValue } from '@plaudit/contracts';
import type { JsonObject } from './stored-settings';

/** Who answers for the addresses of a profile. */
export interface ProfileMaker {
  maker: Maker | null;
  paused_on: Date | null;
}

/**
 * The settings that name where something goes: replies, the people who follow the link, and the requests for the logo, which show
 * who opens an email. Texts may contain addresses, too, but nothing goes there by itself.
 */
const FORWARDING = ['from_email', 'reply_to', 'review_url', 'logo_url'] as const;

/** Returns the first setting that names an address and differs from before, or null. The settings are those that are stored. */
export function newAddress(before: JsonObject, after: JsonObject): string | null {
  return (
    FORWARDING.find((key) => isSet(after, key) && ownValue(after, key) !== ownValue(before, key)) ?? null
  );
}

/** Returns true if the settings name an address. */
export function hasAddress(settings: JsonObject): boolean {
  return FORWARDING.some((key) => isSet(settings, key));
}

/** Returns the addresses in the settings: those of mails, and URLs without their queries. */
export function addressesIn(settings: JsonObject): string[] {
  return FORWARDING.filter((key) => isSet(settings, key)).map((key) => {
    const address = String(ownValue(settings, key));
    return key.endsWith('_url') ? originAndPath(address) : address;
  });
}

/**
 * Returns who answers for the addresses after a change by `caller`. Only taking it over ends a pause, so that a change of one address
 * does not approve the others.
 */
export function makerAfter(
  stored: ProfileMaker & { settings: JsonObject },
  settings: JsonObject,
  { caller, takesOver }: { caller: Maker; takesOver: boolean },
): ProfileMaker {
  if (!hasAddress(settings)) return { maker: null, paused_on: null };
  if (takesOver) return { maker: caller, paused_on: null };
  const { maker, paused_on } = stored;
  const isNew = paused_on === null && newAddress(stored.settings, settings) !== null;
  return { maker: isNew ? caller : maker, paused_on };
}

function isSet(settings: JsonObject, key: string): boolean {
  return typeof ownValue(settings, key) === 'string';
}
