import { ownValue, readEmailAddress } from '@plaudit/contracts';
import { isJsonObject } from './stored-settings';

const DEFAULTS = {
  from_email: 'Mails leave from the address of the server',
  reply_to: 'Replies go to the sender',
} as const;
type AddressSetting = keyof typeof DEFAULTS;
const SETTINGS = Object.keys(DEFAULTS) as AddressSetting[];

/** The addresses that an upgrade removed, because mails cannot have them, until a client sets the setting. */
export type RemovedAddresses = Readonly<Partial<Record<AddressSetting, string>>>;

export interface RemovedAddress {
  setting: AddressSetting;
  address: string;
  /** What happened and what to do, in sentences. */
  msg: string;
}

/** Returns what remains after a change. A setting that the client sent, also as null, was decided. */
export function stillRemoved(removed: RemovedAddresses, patch: unknown): RemovedAddresses {
  const isDecided = (key: string): boolean => isJsonObject(patch) && Object.hasOwn(patch, key);
  return Object.fromEntries(Object.entries(removed).filter(([key]) => !isDecided(key)));
}

export function removedAddresses(removed: RemovedAddresses): RemovedAddress[] {
  return SETTINGS.flatMap((setting) => {
    const address = ownValue(removed, setting);
    return typeof address === 'string' ? [{ setting, address, msg: messageOf(setting, address) }] : [];
  });
}

function messageOf(setting: AddressSetting, address: string): string {
  const read = readEmailAddress(address);
  const why = 'fault' in read ? `: it ${read.fault}` : '';
  return `An upgrade removed settings.${setting} "${address}", because mails cannot have it${why}. ${DEFAULTS[setting]}. Set another address, or null to keep this.`;
}
