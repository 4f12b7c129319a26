import type { StreamOwner } from './event-stream';

type PlaceOwner = Pick<StreamOwner, 'userId' | 'accountId'>;

/** How many streams may be open in a replica. 0 means no limit for an account or for all of them. */
export interface StreamLimits {
  perUser: number;
  perAccount: number;
  total: number;
}

/** Counts the open streams of this replica by user and account. */
export class StreamPlaces {
  private readonly ofUser = new Map<number, number>();
  private readonly ofAccount = new Map<number, number>();
  private taken = 0;

  constructor(private readonly limits: StreamLimits) {}

  /** The number of open streams. */
  get count(): number {
    return this.taken;
  }

  /** Returns which limit keeps this user from opening another stream, or null if none does. */
  fullFor({ userId, accountId }: PlaceOwner): 'user' | 'account' | 'replica' | null {
    const { perUser, perAccount, total } = this.limits;
    if ((this.ofUser.get(userId) ?? 0) >= perUser) return 'user';
    if (perAccount > 0 && (this.ofAccount.get(accountId) ?? 0) >= perAccount) return 'account';
    return total > 0 && this.taken >= total ? 'replica' : null;
  }

  take({ userId, accountId }: PlaceOwner): void {
    this.taken += 1;
    add(this.ofUser, userId, 1);
    add(this.ofAccount, accountId, 1);
  }

  free({ userId, accountId }: PlaceOwner): void {
    this.taken -= 1;
    add(this.ofUser, userId, -1);
    add(this.ofAccount, accountId, -1);
  }
}

/** Forgets an id whose number returns to 0. */
function add(counts: Map<number, number>, id: number, change: number): void {
  const next = (counts.get(id) ?? 0) + change;
  if (next > 0) counts.set(id, next);
  else counts.delete(id);
}
