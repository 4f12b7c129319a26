import type { JetStreamManagerOptions, JetStreamOptions, NatsConnection } from 'nats';
import type { NatsAccess } from './nats-access';

const DEFAULT_PREFIX = '$JS.API';
const prefixes = new WeakMap<NatsConnection, string>();

/** Returns the prefix of the JetStream API that the connection uses, for requests that nats.js does not make itself. */
export function apiPrefixOf(nats: NatsConnection): string {
  return prefixes.get(nats) ?? DEFAULT_PREFIX;
}

/**
 * Makes `jetstream()` and `jetstreamManager()` of the connection use the domain or prefix of the settings. Callers that had
 * to pass them would work without a leaf node and fail behind one.
 */
export function withJetStreamOf({ domain, apiPrefix }: NatsAccess, nats: NatsConnection): NatsConnection {
  const prefix = apiPrefix ?? (domain ? `$JS.${domain}.API` : DEFAULT_PREFIX);
  const [client, manager] = [nats.jetstream.bind(nats), nats.jetstreamManager.bind(nats)];
  prefixes.set(nats, prefix);
  return Object.assign(nats, {
    jetstream: (options: JetStreamOptions = {}) => client({ apiPrefix: prefix, ...options }),
    jetstreamManager: (options: JetStreamManagerOptions = {}) => manager({ apiPrefix: prefix, ...options }),
  });
}
