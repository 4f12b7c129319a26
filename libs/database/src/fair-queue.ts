/** Whose work it is: an account, or a name for work that belongs to none. */
export type Tenant = number | string;

/** An account, a name such as that of its visitors, or null for all work that no account asked for. */
export type Account = Tenant | null;

/** Items that wait. Accounts take turns, so that no account waits for all items of another one. */
export class FairQueue<Item> {
  /** The items of each account, oldest first. The account whose turn is next comes first. */
  private readonly accounts = new Map<Account, Set<Item>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Returns the number of items of one account. */
  sizeOf(account: Account): number {
    return this.accounts.get(account)?.size ?? 0;
  }

  /** Adds an item, which must not be in the queue. */
  add(account: Account, item: Item): void {
    const items = this.accounts.get(account) ?? new Set();
    this.accounts.set(account, items.add(item));
    this.count += 1;
  }

  /** Removes an item that waits no longer. Does nothing if it is not in the queue. */
  delete(account: Account, item: Item): void {
    const items = this.accounts.get(account);
    if (!items?.delete(item)) return;
    this.count -= 1;
    if (items.size === 0) this.accounts.delete(account);
  }

  /**
   * Removes the oldest item of the account whose turn it is and returns it. The account's next turn comes last. Passes over the
   * accounts for which `mayTake` returns false.
   */
  next(mayTake: (account: Account) => boolean = () => true): Item | undefined {
    for (const [account, items] of this.accounts) {
      if (!mayTake(account)) continue;
      for (const item of items) {
        this.delete(account, item);
        // At the end of the map.
        if (this.accounts.delete(account)) this.accounts.set(account, items);
        return item;
      }
    }
    return undefined;
  }
}
