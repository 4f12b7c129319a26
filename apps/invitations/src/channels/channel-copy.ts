import type { ChannelPayload, Tenant } from '@plaudit/contracts';

/** A channel of a sub account, as its owner last described it. */
export interface ChannelCopy extends Pick<ChannelPayload, 'id' | 'type' | 'label' | 'name' | 'url'>, Tenant {}
