import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { crawlProgressNotice, webhookDeliveryNotice } from '@plaudit/contracts';
import { LiveEvents, NatsLink, NoticeNotifier, type NoticeTenant } from '@plaudit/events';
import { Clock } from '@plaudit/runtime';
import { changeOf, LIVE_PATTERNS } from './changes/change';
import type { Notice } from './changes/change-batch';
import { ChangeRing, type StoredChange } from './changes/change-ring';

/** Receives the changes and notices of all tenants. */
export interface FeedListener {
  changed: (change: StoredChange) => void;
  noticed: (tenant: NoticeTenant, notice: Notice) => void;
  /** Is called when changes were lost. They may be of any tenant. The next changes follow `sequence`. */
  gap: (sequence: number) => void;
}

/** Reads the events and notices of all tenants once for all streams of this replica, and keeps the changes of some minutes. */
@Injectable()
export class LiveFeedService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly ring = new ChangeRing();
  private readonly live: LiveEvents;
  private listener: FeedListener | null = null;

  constructor(
    link: NatsLink,
    private readonly notices: NoticeNotifier,
    private readonly clock: Clock,
  ) {
    this.live = new LiveEvents(link, {
      patterns: LIVE_PATTERNS,
      receive: (event, sequence) => {
        const change = changeOf(event);
        if (!change) return;
        const { accountid: accountId, subaccountid: subAccountId } = event;
        const stored = { sequence, accountId, subAccountId, change, at: this.now };
        this.ring.add(stored);
        this.listener?.changed(stored);
      },
      gap: (sequence) => {
        this.ring.reset(sequence);
        this.listener?.gap(sequence);
      },
    });
  }

  /** The sequence up to which everything was received. Null before the first connect to NATS. */
  get sequence(): number | null {
    return this.live.sequence;
  }

  /** False while changes may happen that do not arrive yet. */
  get receiving(): boolean {
    return this.live.receiving;
  }

  listen(listener: FeedListener): void {
    this.listener = listener;
  }

  onApplicationBootstrap(): void {
    this.notices.listenTo(crawlProgressNotice, (tenant, notice) => {
      const { channel_id, stage, page, found, total } = notice;
      const data = { channel_id, stage, page, found, total };
      this.listener?.noticed(tenant, { name: 'crawl.progress', id: channel_id, data });
    });
    this.notices.listenTo(webhookDeliveryNotice, (tenant, { webhook_id }) =>
      this.listener?.noticed(tenant, { name: 'webhook.delivery', id: webhook_id, data: { webhook_id } }),
    );
    this.live.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.live.stop();
  }

  /** Returns the changes after `from` and up to `to`, or null if some of them are not known any more. */
  between(from: number, to: number, accepts: (change: StoredChange) => boolean): StoredChange[] | null {
    this.ring.prune(this.now);
    return this.ring.covers(from) ? this.ring.between(from, to, accepts) : null;
  }

  private get now(): number {
    return this.clock.now().getTime();
  }
}
