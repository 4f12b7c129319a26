import { randomUUID } from 'node:crypto';
import {
  type CollectedReview,
  reviewsCollected,
  type ReviewsCollectedPayload,
  subjectOf,
} from '@plaudit/contracts';
import { NatsLink } from '@plaudit/events';
import { buildCollectedReview, buildEvent } from '@plaudit/testing';
import { BatchPublisher } from '../../libs/events/src/publish/batch-publisher';
import type { OutgoingMessage } from '../../libs/events/src/publish/publish-outcome';
import type { Cleanup } from './cleanup';
import type { Servers } from './servers';

const CONNECT_MS = 10_000;
const CHANNELS = 40;
const SUB_ACCOUNTS = 10;
const HEADERS = { 'Content-Type': 'application/cloudevents+json' };

/** Builds and publishes pages as a crawler does: new reviews, or the previous ones with other texts. */
export class CollectedPages {
  private batch = 0;
  private version = 0;

  private constructor(
    private readonly publisher: BatchPublisher,
    private readonly size: { pages: number; perPage: number },
  ) {}

  static async start(
    servers: Servers,
    cleanup: Cleanup,
    size: { pages: number; perPage: number },
  ): Promise<CollectedPages> {
    const link = new NatsLink({ url: servers.natsUrl, service: 'channels' });
    cleanup.defer(() => link.close());
    link.open();
    await link.waitUntilConnected(CONNECT_MS);
    return new CollectedPages(new BatchPublisher(link), size);
  }

  fresh(): OutgoingMessage[] {
    this.batch += 1;
    return this.messages('bake their own bread');
  }

  /** Returns the previous batch with other texts. */
  edited(): OutgoingMessage[] {
    return this.messages(`baked better bread in version ${this.version}`);
  }

  async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    const outcomes = await this.publisher.publish(messages);
    if (!outcomes.every(({ stored }) => stored)) throw new Error('The stream did not store every page.');
  }

  private messages(words: string): OutgoingMessage[] {
    this.version += 1;
    return Array.from({ length: this.size.pages }, (_, page) => this.message(page, words));
  }

  private message(page: number, words: string): OutgoingMessage {
    const channel = this.batch * CHANNELS + (page % CHANNELS);
    const reviews = Array.from({ length: this.size.perPage }, (_, row) =>
      this.review(page * this.size.perPage + row, words),
    );
    const data: ReviewsCollectedPayload = { ...reviewsCollected.example, channel_id: channel, reviews };
    const event = buildEvent(reviewsCollected, {
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      subject: String(channel),
      subaccountid: 1 + (channel % SUB_ACCOUNTS),
      aggregateversion: this.version,
      data,
    });
    return { id: event.id, subject: subjectOf(event), payload: JSON.stringify(event), headers: HEADERS };
  }

  private review(number: number, words: string): CollectedReview {
    return buildCollectedReview({
      external_id: `${this.batch}-${number}`,
      text: `Review ${number}: ${`they ${words}, and it shows. `.repeat(1 + (number % 9))}`.trim(),
      from_name: `Customer ${number}`,
      from_url: `https://itunes.apple.com/gb/reviews/id${number}`,
      rating_value: 1 + (number % 5),
    });
  }
}
