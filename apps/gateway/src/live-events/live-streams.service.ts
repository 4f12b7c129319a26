import type { ServerResponse } from 'node:http';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ApiError } from '@plaudit/contracts';
import type { NoticeTenant } from '@plaudit/events';
import { Places } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { ChangeBatch, type Notice } from './changes/change-batch';
import type { StoredChange } from './changes/change-ring';
import { EventStream, type StreamOwner } from './event-stream';
import { LiveFeedService } from './live-feed.service';
import { LiveIdsService } from './live-ids.service';
import { LiveStreamsMetrics } from './live-streams.metrics';
import { heartbeat, message, opening, position } from './sse';
import { hears, StreamRoom } from './stream-room';

const MAX_PER_USER = 20;
const TICK_MS = 200;
const RETRY_SECONDS = 30;
/** A replica receives within this time what another one has received. */
const CATCH_UP_MS = 2_000;
/** A break of the feed that is shorter than this is not reported to pages. */
const SHORT_BREAK_MS = 2_000;

const REFUSALS = {
  user: [
    'rate_limited',
    `You have ${MAX_PER_USER} pages with live events open, which is the limit; close one of them.`,
  ],
  account: [
    'rate_limited',
    'The users of your account have too many pages with live events open; close some of them.',
  ],
  replica: ['overloaded', 'Too many pages with live events are open; try again later.'],
} as const;

/** The streams that are open in this replica. Sends each of them what its user may hear of. */
@Injectable()
export class LiveStreamsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rooms = new Map<string, StreamRoom>();
  /** The rooms of each account. */
  private readonly byAccount = new Map<number, Set<StreamRoom>>();
  private readonly ofUsers = new Places<number>(MAX_PER_USER);
  private readonly ofAccounts: Places<number>;
  /** Rooms in which something waits to be sent. */
  private readonly waiting = new Set<StreamRoom>();
  /** Streams whose claimed sequence has not arrived. */
  private readonly claiming = new Set<EventStream>();
  private heartbeat: NodeJS.Timeout | undefined;
  /** What the pages were told last: whether the feed receives changes. */
  private isReceiving = false;
  private receivedAt = -Infinity;

  constructor(
    private readonly feed: LiveFeedService,
    private readonly ids: LiveIdsService,
    private readonly metrics: LiveStreamsMetrics,
    private readonly env: GatewayEnv,
  ) {
    const { MAX_EVENT_STREAMS: total, MAX_EVENT_STREAMS_PER_ACCOUNT: perAccount } = env;
    this.ofAccounts = new Places(perAccount, total);
    metrics.watch(() => this.ofAccounts.count);
    feed.listen({
      changed: (change) => this.changed(change),
      noticed: (tenant, notice) => this.noticed(tenant, notice),
      gap: (sequence) => this.resyncAll(sequence),
    });
  }

  onApplicationBootstrap(): void {
    this.heartbeat = setInterval(() => this.beat(), this.env.EVENT_HEARTBEAT_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.heartbeat);
  }

  /** Returns the id that a stream which begins now would go on from, or null before the first connect to NATS. */
  positionFor(accountId: number): string | null {
    const { sequence } = this.feed;
    return sequence === null ? null : this.ids.idOf(sequence, accountId);
  }

  /** Throws 429 if the user or the account has too many streams open, and 503 if this replica has. */
  assertRoomFor(owner: StreamOwner): void {
    const full = this.fullFor(owner);
    if (full === null) return;
    const [code, msg] = REFUSALS[full];
    throw new ApiError(code, msg, { retry_after_seconds: RETRY_SECONDS });
  }

  /** Starts a stream in a response whose head was sent. `from` is the sequence that the client received last. */
  open(owner: StreamOwner, response: ServerResponse, from: number | 'unknown' | null): EventStream {
    const stream = new EventStream(owner, response);
    const room = this.enter(stream);
    response.once('close', () => this.leave(stream, room));
    this.begin(stream, room, from);
    stream.send(this.heartbeatText());
    return stream;
  }

  /** Returns the open streams. */
  all(): EventStream[] {
    return [...this.rooms.values()].flatMap(({ streams }) => [...streams]);
  }

  @Interval(TICK_MS)
  flush(): void {
    const now = performance.now();
    for (const room of this.waiting) if (room.flush(now)) this.waiting.delete(room);
    for (const stream of this.claiming) this.checkClaim(stream, now);
    this.watchFeed(now);
  }

  /** Reports at once when the feed breaks or returns, and not with the next heartbeat. */
  private watchFeed(now: number): void {
    const { receiving } = this.feed;
    if (receiving) this.receivedAt = now;
    if (receiving === this.isReceiving || (!receiving && now - this.receivedAt < SHORT_BREAK_MS)) return;
    this.isReceiving = receiving;
    this.beat();
  }

  /** Also moves the place from which clients resume, so that one that heard nothing for an hour misses nothing either. */
  private beat(): void {
    const { sequence } = this.feed;
    const beat = this.heartbeatText();
    for (const room of this.rooms.values()) {
      const reached = room.sentThrough ?? sequence;
      room.sendAll(reached === null ? beat : beat + position(room.idOf(reached)));
    }
  }

  private heartbeatText(): string {
    return heartbeat(this.env.EVENT_HEARTBEAT_MS, this.isReceiving);
  }

  private changed(change: StoredChange): void {
    for (const room of this.roomsOf(change)) {
      room.add(change);
      this.waiting.add(room);
    }
  }

  private noticed(tenant: NoticeTenant, notice: Notice): void {
    for (const room of this.roomsOf(tenant)) {
      room.addNotice(notice);
      this.waiting.add(room);
    }
  }

  private roomsOf(tenant: NoticeTenant): StreamRoom[] {
    return [...(this.byAccount.get(tenant.accountId) ?? [])].filter((room) => hears(room.tenant, tenant));
  }

  private begin(stream: EventStream, room: StreamRoom, from: number | 'unknown' | null): void {
    const { sequence } = this.feed;
    const share = shareOf(stream.owner);
    // What waits in the room comes with its next messages.
    const reached = room.sentThrough ?? sequence;
    if (reached === null || from === null) {
      stream.send(opening(reached === null ? null : room.idOf(reached), share));
      // Before the first connect to NATS, nobody knows what the client missed. The connect sends a resync.
      return;
    }
    if (from !== 'unknown' && from > reached) {
      stream.send(opening(room.idOf(from), share));
      if (sequence !== null && from > sequence) this.claim(stream, from);
      return;
    }
    const missed =
      from === 'unknown' ? null : this.feed.between(from, reached, (one) => hears(room.tenant, one));
    if (missed === null) {
      stream.send(opening(null, share) + message('resync', {}, room.idOf(reached)));
      return;
    }
    const batch = new ChangeBatch();
    for (const one of missed) batch.add(one.change, one.sequence);
    stream.send(opening(null, share) + batch.take((one) => room.idOf(one)) + position(room.idOf(reached)));
  }

  private claim(stream: EventStream, sequence: number): void {
    stream.claimed = { sequence, until: performance.now() + CATCH_UP_MS };
    this.claiming.add(stream);
  }

  /** A client may come from a replica that is ahead. If this one does not catch up, the sequence is of another stream of events. */
  private checkClaim(stream: EventStream, now: number): void {
    const { claimed } = stream;
    const { sequence } = this.feed;
    const hasArrived = claimed !== null && sequence !== null && sequence >= claimed.sequence;
    if (claimed !== null && !hasArrived && now < claimed.until) return;
    this.claiming.delete(stream);
    stream.claimed = null;
    if (hasArrived) return;
    const id = sequence === null ? null : this.ids.idOf(sequence, stream.owner.accountId);
    stream.send(message('resync', {}, id));
  }

  private resyncAll(sequence: number): void {
    for (const room of this.rooms.values()) room.resync(sequence);
    this.claiming.clear();
  }

  /** Returns which limit keeps this user from opening another stream, or null if none does. */
  private fullFor({ userId, accountId }: StreamOwner): keyof typeof REFUSALS | null {
    if (this.ofUsers.fullFor(userId)) return 'user';
    const full = this.ofAccounts.fullFor(accountId);
    return full && (full === 'own' ? 'account' : 'replica');
  }

  private enter(stream: EventStream): StreamRoom {
    const { accountId, subAccountId, whole } = stream.owner;
    const key = `${accountId} ${subAccountId} ${whole}`;
    let room = this.rooms.get(key);
    if (!room) {
      room = new StreamRoom({ accountId, subAccountId, whole }, this.ids);
      this.rooms.set(key, room);
      const ofAccount = this.byAccount.get(accountId) ?? new Set();
      this.byAccount.set(accountId, ofAccount.add(room));
    }
    room.streams.add(stream);
    this.ofUsers.take(stream.owner.userId);
    this.ofAccounts.take(accountId);
    return room;
  }

  private leave(stream: EventStream, room: StreamRoom): void {
    const { accountId, subAccountId, whole } = stream.owner;
    room.streams.delete(stream);
    this.claiming.delete(stream);
    this.ofUsers.free(stream.owner.userId);
    this.ofAccounts.free(accountId);
    this.metrics.ended(stream.end);
    if (room.streams.size > 0) return;
    this.rooms.delete(`${accountId} ${subAccountId} ${whole}`);
    this.waiting.delete(room);
    const ofAccount = this.byAccount.get(accountId);
    ofAccount?.delete(room);
    if (ofAccount?.size === 0) this.byAccount.delete(accountId);
  }
}

/** Returns a number from 0 to 1 that differs between sessions. */
function shareOf({ sessionHash }: StreamOwner): number {
  return Number.parseInt(sessionHash.slice(0, 4), 16) / 0xffff;
}
