import type { ChannelPayload, Tenant } from '@plaudit/contracts';

/** The fields of a channel's event that this service reads. */
export const CHANNEL_FIELDS_READ = ['id', 'name'] as const satisfies readonly (keyof ChannelPayload)[];

export type ChannelState = Pick<ChannelPayload, (typeof CHANNEL_FIELDS_READ)[number]>;

/** What this service keeps of a channel. */
export interface ChannelCopy extends Tenant, ChannelState {
  version: number;
  deleted: boolean;
}

/** Returns what this service keeps of a channel in this state. */
export function channelCopy(
  { id, name }: ChannelState,
  { account_id, sub_account_id, version, deleted }: Tenant & { version: number; deleted: boolean },
): ChannelCopy {
  return { id, account_id, sub_account_id, name, version, deleted };
}
