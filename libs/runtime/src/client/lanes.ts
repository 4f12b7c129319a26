interface LaneLimits {
  connections: number;
  maxWaiting: number;
  /** After this time without a response a replica is in doubt. Default: see {@link ReplicaSettings}. */
  silenceMs?: number;
}

/**
 * Requests of one purpose to one service share a lane. Each lane has its own connections and its own circuit breaker, so
 * that strangers who make one kind of request slow do not take the service from the others. Requests that find no free
 * connection wait. An account uses at most half of what the others leave of a lane.
 */
const LANES = {
  /** Requests that API clients cause. The default. */
  api: { connections: 64, maxWaiting: 512 },
  /** Requests that visitors of web pages cause. */
  public: { connections: 32, maxWaiting: 512 },
  /** Searches of visitors, which are slow if they match many rows. */
  public_search: { connections: 8, maxWaiting: 64 },
  /** Requests of visitors that may wait for a translator outside. */
  public_translation: { connections: 16, maxWaiting: 64 },
  /** Short questions of the widgets service, on which every visitor waits. */
  revs: { connections: 4, maxWaiting: 8 },
  /** Requests that include a translation, for which a translator outside takes seconds. */
  translation: { connections: 32, maxWaiting: 64, silenceMs: 15_000 },
} as const satisfies Record<string, LaneLimits>;

export type Lane = keyof typeof LANES;

export function laneLimits(lane: Lane): LaneLimits {
  return LANES[lane];
}
