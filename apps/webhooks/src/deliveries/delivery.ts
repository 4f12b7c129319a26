/** Values of `deliveries.state`. Small integers keep the most used indexes small. */
export const DeliveryState = { pending: 0, leased: 1, delivered: 2, dropped: 3, cancelled: 4 } as const;

/** Values of `deliveries.trigger` and `attempts.trigger`. */
export const Trigger = { event: 0, retry: 1, manual: 2, test: 3 } as const;

export const TRIGGER_NAMES = ['event', 'retry', 'manual', 'test'] as const;
export type TriggerName = (typeof TRIGGER_NAMES)[number];

/** The reasons for a failed attempt that customers see. */
export const ATTEMPT_ERRORS = [
  'timeout',
  'dns_error',
  'connection_refused',
  'connection_reset',
  'network_unreachable',
  'tls_error',
  'blocked_address',
  'redirect',
  'http_error',
  'response_malformed',
  'headers_too_large',
  'payload_too_large',
  'internal',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

export const DELIVERY_STATUSES = [
  'pending',
  'retrying',
  'delivered',
  'dropped',
  'cancelled',
  'held',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Returns the status that customers see. `held` means that the delivery waits because its webhook is paused. */
export function deliveryStatus(state: number, attempts: number, paused: boolean): DeliveryStatus {
  if (state === DeliveryState.delivered) return 'delivered';
  if (state === DeliveryState.dropped) return 'dropped';
  if (state === DeliveryState.cancelled) return 'cancelled';
  if (state === DeliveryState.pending && paused) return 'held';
  return attempts === 0 ? 'pending' : 'retrying';
}
