/** The share of the memory that the bodies of one sender may take, so that four senders at least have room. */
const MAX_SENDER_SHARE = 0.25;

/** Counts the bytes of request bodies that a service holds, in total and for each sender. */
export class BodyMemory {
  private total = 0;
  private readonly bySender = new Map<string, number>();

  constructor(private readonly maxBytes: number) {}

  /** Counts the bytes and returns true. Returns false if they would exceed the memory or the sender's share of it. */
  take(sender: string, bytes: number): boolean {
    const held = (this.bySender.get(sender) ?? 0) + bytes;
    if (this.total + bytes > this.maxBytes) return false;
    if (sender && held > this.maxBytes * MAX_SENDER_SHARE) return false;
    this.total += bytes;
    this.bySender.set(sender, held);
    return true;
  }

  release(sender: string, bytes: number): void {
    const held = (this.bySender.get(sender) ?? 0) - bytes;
    this.total -= bytes;
    if (held > 0) this.bySender.set(sender, held);
    else this.bySender.delete(sender);
  }
}
