// Generated from the service.ts of each service by `npm run generate`; edits are lost.
import type { Noun } from '../catalogue';
import type { ServiceName } from '../services';

export const CONSUMERS: readonly { service: ServiceName; consumes: readonly Noun[] }[] = [
  { service: 'reviews', consumes: ['channel'] },
  { service: 'channels', consumes: ['review', 'account'] },
  { service: 'widgets', consumes: ['channel', 'review', 'account'] },
  { service: 'webhooks', consumes: ['review', 'rating', 'profile', 'account'] },
  { service: 'gateway', consumes: ['channel'] },
];
