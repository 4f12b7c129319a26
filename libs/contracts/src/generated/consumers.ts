// Generated from the service.ts and the handlers of each service by `npm run generate`; edits are lost.
import type { Noun } from '../catalogue';
import type { ServiceName } from '../services';

interface Consumer {
  service: ServiceName;
  consumes: readonly Noun[];
  /** The nouns of whose snapshots the service has a handler. */
  snapshots: readonly Noun[];
}

export const CONSUMERS: readonly Consumer[] = [
  { service: 'reviews', consumes: ['channel', 'invite'], snapshots: ['channel'] },
  { service: 'channels', consumes: ['review', 'account'], snapshots: [] },
  { service: 'invitations', consumes: ['channel', 'review', 'account'], snapshots: ['channel', 'account'] },
  { service: 'reports', consumes: ['channel', 'review', 'rating', 'invite', 'account'], snapshots: ['channel', 'review', 'rating', 'invite', 'account'] },
  { service: 'ai', consumes: ['channel', 'review', 'account'], snapshots: ['channel', 'review'] },
  { service: 'widgets', consumes: ['channel', 'account'], snapshots: ['channel'] },
  { service: 'webhooks', consumes: ['review', 'channel', 'rating', 'profile', 'invite', 'account'], snapshots: [] },
  { service: 'gateway', consumes: ['channel', 'invite', 'webhook', 'forwarding'], snapshots: ['invite'] },
];
