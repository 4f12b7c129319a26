/** Lets a limited number of transactions run at once. The others wait in their order. */
export class TransactionLimit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async run<T>(transaction: () => Promise<T>): Promise<T> {
    if (this.running < this.most) this.running += 1;
    // The one that ends passes its place on, so `running` stays the same.
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await transaction();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
