import type { ChannelPayload, Tenant } from '@plaudit/contracts';

/** The fields of a channel's event that are copied. */
export const CHANNEL_FIELDS = [
  'id',
  'type',
  'label',
  'name',
  'url',
] as const satisfies (keyof ChannelPayload)[];
export type ChannelState = Pick<ChannelPayload, (typeof CHANNEL_FIELDS)[number]>;

/** A channel of a sub account, as its owner last described it. */
export interface ChannelCopy extends ChannelState, Tenant {}
