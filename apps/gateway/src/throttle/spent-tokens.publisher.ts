import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PeerNotifier } from '@plaudit/events';

const PUBLISH_MS = 100;

/** What spends tokens, and the property of a message that lists what its replica spent. */
const PROPERTIES = { key: 'spent', user: 'spentByUsers', account: 'spentByAccounts' } as const;

type Spender = keyof typeof PROPERTIES;
type SpentListeners = Readonly<Record<Spender, (id: number, tokens: number) => void>>;

/**
 * Publishes the tokens that keys, users and accounts spend in this replica to the other gateway replicas, and passes on what they
 * publish: ten times a second, for all of them together. So all replicas share one limit for each key, user and account,
 * whichever of them receives the requests. Until a replica learns of spending elsewhere, it can allow at most one burst
 * beyond the limit. The excess is subtracted from the later tokens.
 */
@Injectable()
export class SpentTokensPublisher {
  private unpublished = newTotals();
  private listeners: SpentListeners | null = null;

  constructor(private readonly peers: PeerNotifier) {
    peers.subscribe((message) => {
      for (const spender of Object.keys(PROPERTIES) as Spender[]) {
        for (const [id, tokens] of spentTokensIn(message, spender)) this.listeners?.[spender](id, tokens);
      }
    });
  }

  /** Sets the functions to call with the tokens that keys, users and accounts spent in other replicas. */
  onSpentElsewhere(listeners: SpentListeners): void {
    this.listeners = listeners;
  }

  record(spender: Spender, id: number, tokens: number): void {
    if (tokens === 0) return;
    const totals = this.unpublished[spender];
    totals.set(id, (totals.get(id) ?? 0) + tokens);
  }

  @Interval(PUBLISH_MS)
  publish(): void {
    const { key, user, account } = this.unpublished;
    if (key.size === 0 && user.size === 0 && account.size === 0) return;
    this.peers.notify({
      [PROPERTIES.key]: [...key],
      [PROPERTIES.user]: [...user],
      [PROPERTIES.account]: [...account],
    });
    this.unpublished = newTotals();
  }
}

function newTotals(): Record<Spender, Map<number, number>> {
  return { key: new Map(), user: new Map(), account: new Map() };
}

/** Returns the ids and tokens of a message, or an empty list if it has another form. */
function spentTokensIn(message: unknown, spender: Spender): [id: number, tokens: number][] {
  const spent = (message as Record<string, unknown> | null)?.[PROPERTIES[spender]];
  if (!Array.isArray(spent)) return [];
  return spent.filter(
    (entry: unknown): entry is [number, number] =>
      Array.isArray(entry) && entry.length === 2 && entry.every(Number.isFinite) && entry[1] > 0,
  );
}
