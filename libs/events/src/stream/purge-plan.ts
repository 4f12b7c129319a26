/** How full a stream is. */
export interface StreamLevel {
  stream: string;
  bytes: number;
  /** -1 if the stream has no limit. */
  maxBytes: number;
  messages: number;
  /** Sequence of the oldest message. */
  first: number;
  /** Sequence of the newest message. */
  last: number;
}

/** The oldest message that a consumer has not acknowledged. */
export interface Need {
  consumer: string;
  /** True for a consumer that is not the product's. */
  outside: boolean;
  /** Null if the consumer has acknowledged everything. */
  sequence: number | null;
  /** True if the consumer did not report, and `sequence` is what it may need at most. */
  silent?: boolean;
}

export interface PurgePlan {
  /** Sequence of the first message that stays. Null if nothing is to be purged. */
  keepFrom: number | null;
  /** The outside consumers that lose messages which they have not acknowledged. */
  losers: string[];
  /** The product's own durables that lag so far that the stream stays too full. */
  holders: string[];
}

/** A purge begins above this share of the stream's size. */
const PURGE_ABOVE = 0.8;
/** A purge leaves about this share. */
const PURGE_TO = 0.6;
/** Above this share, outside consumers do not hold messages back any more. */
const OUTSIDE_HOLDS_UP_TO = 0.9;

/** Returns the used share of the stream's size, or 0 if it has no limit. */
export function fillOf({ bytes, maxBytes }: StreamLevel): number {
  return maxBytes > 0 ? bytes / maxBytes : 0;
}

/**
 * Decides which of the oldest messages a stream gives up: those that every consumer has acknowledged, until the stream is
 * about 60 % full. It never gives up a message that a durable of the product still needs.
 */
export function purgePlan(level: StreamLevel, needs: readonly Need[]): PurgePlan {
  const nothing: PurgePlan = { keepFrom: null, losers: [], holders: [] };
  const fill = fillOf(level);
  if (fill <= PURGE_ABOVE || level.messages === 0) return nothing;
  const perMessage = level.bytes / level.messages;
  const wanted = level.first + Math.ceil((level.bytes - PURGE_TO * level.maxBytes) / perMessage);
  const obeyed = needs.filter(({ outside }) => !outside || fill <= OUTSIDE_HOLDS_UP_TO);
  const keepFrom = Math.min(wanted, level.last + 1, ...obeyed.map(({ sequence }) => sequence ?? Infinity));
  const bytesLeft = level.bytes - (keepFrom - level.first) * perMessage;
  const isStillTooFull = bytesLeft > PURGE_ABOVE * level.maxBytes;
  // Whether they lag is not known, and seconds later they have a leader again.
  const silent = new Set(needs.filter((need) => need.silent).map(({ consumer }) => consumer));
  const needsBefore = (end: number, isOutside: boolean): string[] =>
    needs
      .filter(({ outside, sequence }) => outside === isOutside && sequence !== null && sequence < end)
      .map(({ consumer }) => consumer);
  return {
    keepFrom: keepFrom > level.first ? keepFrom : null,
    losers: needsBefore(keepFrom, true),
    holders: isStillTooFull ? needsBefore(wanted, false).filter((name) => !silent.has(name)) : [],
  };
}
