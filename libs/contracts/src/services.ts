/** The services, in the order in which one process starts them; the gateway, which needs the others, is last. */
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

/** The name of the setting that says where a service answers: `REVIEWS_URL`. */
export function urlVariable<Name extends ServiceName>(service: Name): `${Uppercase<Name>}_URL` {
  return `${service.toUpperCase() as Uppercase<Name>}_URL`;
}
