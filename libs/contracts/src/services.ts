/** The services in the order in which one process starts them. The gateway needs the others and comes last. */
export const SERVICE_NAMES = [
  'reviews',
  'channels',
  'invitations',
  'reports',
  'ai',
  'widgets',
  'webhooks',
  'gateway',
] as const;

export type ServiceName = (typeof SERVICE_NAMES)[number];

/** The services to which each service sends requests with the token of its caller. */
const ASKS: Readonly<Partial<Record<ServiceName, readonly ServiceName[]>>> = {
  reviews: ['widgets', 'ai', 'invitations'],
  widgets: ['reviews', 'ai'],
  invitations: ['channels'],
  webhooks: ['channels', 'gateway'],
  reports: ['channels', 'gateway'],
  ai: ['reviews', 'channels'],
};

/** The services that each one asks for clients of the API, and never when another service asks it. */
const ASKS_FOR_CLIENTS: Readonly<Partial<Record<ServiceName, readonly ServiceName[]>>> = {
  channels: ['reviews'],
};

/**
 * Returns the services that may accept a token for a request of a client to `service`: that service, those that it asks, and those
 * that they ask in turn.
 */
export function audienceOf(service: ServiceName): ServiceName[] {
  const audience = new Set([service]);
  // A set also visits what is added during the iteration.
  for (const member of audience) for (const asked of ASKS[member] ?? []) audience.add(asked);
  for (const asked of ASKS_FOR_CLIENTS[service] ?? []) audience.add(asked);
  return [...audience];
}

/** Returns the environment variable with a service's address, such as `REVIEWS_URL`. */
export function urlVariable<Name extends ServiceName>(service: Name): `${Uppercase<Name>}_URL` {
  return `${service.toUpperCase() as Uppercase<Name>}_URL`;
}
