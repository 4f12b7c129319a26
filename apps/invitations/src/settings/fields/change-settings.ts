import { ApiError } from '@plaudit/contracts';
import { faultsOfPatch, faultsOfSettings, missingSettings, type SettingFault } from './settings-faults';
import {
  type JsonObject,
  mergeSettings,
  resolveSettings,
  type StoredProfile,
  withoutDefaults,
} from '../stored-settings';

/** What the server adds to the rules of the fields. */
export interface SettingLimits {
  /** Domains of senders, in ASCII and lower case. Empty: any domain. */
  fromDomains: readonly string[];
  /** The name of the sender if the profile has none. Empty if it is not known. */
  businessName: string;
  /** The zone of the send windows that have none of their own. Null for UTC. */
  accountZone?: string | null;
}

/** The settings of a profile that does not exist yet. */
const NOTHING: StoredProfile = { name: '', is_default: false, settings: {} };

/** Returns the columns of a new profile. Throws like {@link changeSettings}, and 400 if a required setting is missing. */
export function newSettings(patch: unknown, limits: SettingLimits): StoredProfile {
  const faults = faultsOfPatch(patch);
  refuse(faults);
  refuse(missingSettings(patch as JsonObject));
  return changeSettings(NOTHING, patch, limits);
}

/**
 * Merges what a client sent into a profile and returns the columns as they then are.
 * @throws ApiError 400 that names every fault by its dotted path.
 */
export function changeSettings(profile: StoredProfile, patch: unknown, limits: SettingLimits): StoredProfile {
  refuse(faultsOfPatch(patch));
  const sent = withoutBusinessName(patch as JsonObject, limits);
  const before = { ...profile.settings, name: profile.name, default: profile.is_default };
  const merged = mergeSettings(before, sent);
  const { name, default: isDefault } = merged;
  const changed: StoredProfile = {
    name: String(name).trim(),
    is_default: isDefault === true,
    settings: settingsOf(withoutDefaults(merged, before, limits.accountZone)),
    account_zone: limits.accountZone,
  };
  refuse([...senderFaults(merged, before, limits), ...faultsOfSettings(resolveSettings(changed))]);
  return changed;
}

/** Returns the channels that the change adds. Those that the profile has already may have been deleted since. */
export function addedChannels(before: StoredProfile, changed: StoredProfile): number[] {
  const known = resolveSettings(before).channels;
  return resolveSettings(changed).channels.filter((id) => !known.includes(id));
}

/** Throws 400 that names each channel which the sub account does not have. */
export function refuseUnknownChannels({ settings }: StoredProfile, unknown: readonly number[]): void {
  const channels = (settings.channels ?? []) as number[];
  refuse(
    channels.flatMap((id, at): SettingFault[] => {
      const field = `settings.channels[${at}]`;
      if (!unknown.includes(id)) return [];
      return [{ field, code: 'invalid_value', msg: `${field}: ${id} is not a channel of this sub account.` }];
    }),
  );
}

function settingsOf({ name: _name, default: _default, ...settings }: JsonObject): JsonObject {
  return settings;
}

/** A client that sends back what it read has not chosen the name of the business. The profile still follows that name. */
function withoutBusinessName(patch: JsonObject, { businessName }: SettingLimits): JsonObject {
  return patch.from_name === businessName ? { ...patch, from_name: '' } : patch;
}

function senderFaults(
  { from_email }: JsonObject,
  before: JsonObject,
  { fromDomains }: SettingLimits,
): SettingFault[] {
  if (typeof from_email !== 'string' || from_email === before.from_email || fromDomains.length === 0)
    return [];
  const domain = from_email.slice(from_email.lastIndexOf('@') + 1);
  if (fromDomains.includes(domain)) return [];
  const msg = `settings.from_email must have one of the domains ${fromDomains.join(', ')}, from which this server may send.`;
  return [{ field: 'settings.from_email', code: 'validation_failed', msg }];
}

/** The first fault gives the code. */
function refuse(faults: readonly SettingFault[]): void {
  const [first] = faults;
  if (!first) return;
  const errors = faults.map(({ field, msg }) => ({ field, msg }));
  throw new ApiError(first.code, first.msg, { field: first.field, errors });
}
