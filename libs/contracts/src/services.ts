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

/** Returns the environment variable with a service's address, such as `REVIEWS_URL`. */
export function urlVariable<Name extends ServiceName>(service: Name): `${Uppercase<Name>}_URL` {
  return `${service.toUpperCase() as Uppercase<Name>}_URL`;
}
