import { ChangeBatch, type Notice } from './changes/change-batch';
import type { StoredChange } from './changes/change-ring';
import type { EventStream, StreamOwner } from './event-stream';
import type { LiveIdsService } from './live-ids.service';
import { message } from './sse';

type Tenant = Pick<StoredChange, 'accountId' | 'subAccountId'>;

/** What the streams of a room may hear of. */
export type RoomTenant = Pick<StreamOwner, 'accountId' | 'subAccountId' | 'whole'>;

const INTERVAL_MS = 1_000;

/** Returns true if a user of this room may hear of what belongs to `tenant`. Only users of the whole account hear of its own. */
export function hears(room: RoomTenant, { accountId, subAccountId }: Tenant): boolean {
  if (room.accountId !== accountId) return false;
  return subAccountId === 0 ? room.whole : room.subAccountId === subAccountId;
}

/** The open streams with the same rights. All of them get the same messages, which are written once, at most once a second. */
export class StreamRoom {
  readonly streams = new Set<EventStream>();
  private batch = new ChangeBatch();
  private sentAt = -Infinity;

  constructor(
    readonly tenant: RoomTenant,
    private readonly ids: LiveIdsService,
  ) {}

  /** The sequence up to which every change was sent, or null if no change waits. */
  get sentThrough(): number | null {
    const { firstSequence } = this.batch;
    return firstSequence === null ? null : firstSequence - 1;
  }

  add({ change, sequence }: StoredChange): void {
    this.batch.add(change, sequence);
  }

  addNotice(notice: Notice): void {
    this.batch.addNotice(notice);
  }

  /** Sends what waits if the last messages are a second old. Returns true if nothing waits any more. */
  flush(now: number): boolean {
    if (this.batch.isEmpty) return true;
    if (now - this.sentAt < INTERVAL_MS) return false;
    this.sentAt = now;
    const text = Buffer.from(this.batch.take((sequence) => this.idOf(sequence)));
    for (const stream of this.streams) stream.send(text);
    return this.batch.isEmpty;
  }

  /** Tells every page to read everything again, which makes what waits superfluous. `sequence` is what they then know. */
  resync(sequence: number): void {
    this.batch = new ChangeBatch();
    this.sendAll(message('resync', {}, this.idOf(sequence)));
  }

  /** Returns the id of a sequence in the messages of this room. */
  idOf(sequence: number): string {
    return this.ids.idOf(sequence, this.tenant.accountId);
  }

  sendAll(text: string): void {
    for (const stream of this.streams) stream.send(text);
  }
}
