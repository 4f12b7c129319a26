import type { ChannelPayload, Tenant } from '@plaudit/contracts';
import { divisibleScore } from '../ratings/official-figures';

/** The fields of a channel's event that reports read. */
export const CHANNEL_FIELDS_READ = [
  'id',
  'type',
  'type_id',
  'label',
  'logo',
  'name',
  'score',
  'rating_scale',
  'reviews',
  'group',
] as const satisfies readonly (keyof ChannelPayload)[];

export type ChannelState = Pick<ChannelPayload, (typeof CHANNEL_FIELDS_READ)[number]>;

/** What reports keep of a channel. */
export interface ChannelCopy extends Tenant, Omit<ChannelState, 'group'> {
  group_id: number | null;
  version: number;
  deleted: boolean;
}

/** Returns what reports keep of a channel in this state. */
export function channelCopy(
  { id, type, type_id, label, logo, name, score, rating_scale, reviews, group }: ChannelState,
  { account_id, sub_account_id, version, deleted }: Tenant & { version: number; deleted: boolean },
): ChannelCopy {
  return {
    id,
    account_id,
    sub_account_id,
    type,
    type_id,
    label,
    logo,
    name,
    ...divisibleScore({ score, rating_scale }),
    reviews,
    group_id: group,
    version,
    deleted,
  };
}
