import { SERVICE_NAMES } from '@plaudit/contracts';
import { eventually, jetStreamBacklog, readEvents, type StoredEvent } from '@plaudit/testing';
import type { ClusterWorld } from './cluster-world';
import { wrongReviewsShown } from './shown-reviews';
import {
  addedReviews,
  parkedEvents,
  publishedEvents,
  reviewVersions,
  unfinishedWork,
  wrongCopies,
} from './stored-state';
import type { AcceptedReview, WriteLedger } from './write-ledger';

const QUIET_MS = 180_000;
const STATUSES = ['inbox', 'approved', 'ignored'];
const ADDED = 'review.created';
const REVIEW_EVENT = /^review\.(created|updated|deleted)$/;

/** What is wrong after a fault. Each entry names what it found. */
export interface AuditResult {
  lost: string[];
  doubled: string[];
  deadLetters: number;
}

/** Compares what clients were told with what the product stored, published and delivered since the start. */
export class Audit {
  private readonly events: StoredEvent[] = [];
  private readonly published = new Map<string, number>(SERVICE_NAMES.map((name) => [name, 0]));
  private readonly committed = new Set<string>();

  constructor(
    private readonly world: ClusterWorld,
    private readonly ledger: WriteLedger,
    private readonly widgetKey: string,
  ) {}

  /** Waits until every event is published and handled, and every webhook delivered. Clients must be paused. */
  async untilQuiet(): Promise<void> {
    const work = async (): Promise<string[]> => {
      const admin = this.world.nats.urlOf('admin');
      const backlogs = await Promise.all([
        jetStreamBacklog(admin, 'EVENTS'),
        jetStreamBacklog(admin, 'DIRECT'),
      ]);
      const durables = backlogs.flatMap(Object.entries).map(([name, count]) => `${count} of ${name}`);
      return [...durables, ...(await unfinishedWork(this.world))];
    };
    const isNone = (left: string[]): boolean => left.length === 0;
    await eventually(work, isNone, 'the product to be quiet', { timeoutMs: QUIET_MS, intervalMs: 100 });
  }

  async run(): Promise<AuditResult> {
    await this.readOn();
    const stored = await addedReviews(this.world);
    const result = {
      lost: [
        ...this.missingReviews(stored),
        ...this.unpublished(),
        ...(await this.missingVersions()),
        ...this.undelivered(),
        ...(await wrongCopies(this.world, this.world.store.count)),
      ],
      doubled: [...this.unknownReviews(stored), ...this.repeatedEvents()],
      deadLetters: (await this.world.nats.messagesIn('DLQ')) + (await parkedEvents(this.world)),
    };
    // The widget is waited for. What else was found does not pass with time.
    if (result.lost.length + result.doubled.length > 0) return result;
    return { ...result, ...(await wrongReviewsShown(this.world, this.widgetKey)) };
  }

  /** Reads what was published since the last run. */
  private async readOn(): Promise<void> {
    const last = this.events.at(-1)?.sequence ?? 0;
    this.events.push(...(await readEvents(this.world.nats.urlOf('admin'), last)));
    for (const service of SERVICE_NAMES) {
      const sent = await publishedEvents(this.world, service, this.published.get(service) as number);
      for (const { id, eventId } of sent) {
        this.committed.add(eventId);
        this.published.set(service, id);
      }
    }
  }

  /** Accepted reviews that are not stored as their client was told. */
  private missingReviews(stored: readonly { id: number; text: string; status: number }[]): string[] {
    const byText = new Map(stored.map((row) => [row.text, row]));
    const isKept = ({ id, text, status }: AcceptedReview): boolean => {
      const row = byText.get(text);
      if (status === 'deleted') return row === undefined;
      return row?.id === id && STATUSES[row.status] === status;
    };
    return [...this.ledger.reviews.values()]
      .filter((review) => !isKept(review))
      .map(({ id, status }) => `review ${id} is not stored as ${status}`);
  }

  /** Reviews that are stored although no client was told so, or twice. */
  private unknownReviews(stored: readonly { id: number; text: string }[]): string[] {
    return stored
      .filter(({ id, text }) => this.ledger.reviews.get(text)?.id !== id)
      .map(({ id }) => `review ${id} is stored, but its client was told another id`);
  }

  /** Events that their service published, and the stream does not have. */
  private unpublished(): string[] {
    const stored = new Set(this.events.map(({ id }) => id));
    return [...this.committed]
      .filter((id) => !stored.has(id))
      .map((id) => `event ${id} is not in the stream`);
  }

  /** Reviews whose events do not have each version from 1 to the last one. */
  private async missingVersions(): Promise<string[]> {
    const seen = new Map<string, Set<number>>();
    for (const { type, record, version } of this.events) {
      if (!REVIEW_EVENT.test(type)) continue;
      seen.set(record, (seen.get(record) ?? new Set()).add(version));
    }
    const current = await reviewVersions(this.world);
    const missing = [...current].filter(([id, version]) => !seen.get(`review ${id}`)?.has(version));
    const withGaps = [...seen].filter(([, versions]) => versions.size !== Math.max(...versions));
    return [
      ...missing.map(([id, version]) => `review ${id} has no event of its version ${version}`),
      ...withGaps.map(([record, versions]) => `${record} has only events of ${[...versions].join(', ')}`),
    ];
  }

  private repeatedEvents(): string[] {
    const ids = new Set<string>();
    const changes = new Set<string>();
    return this.events.flatMap(({ id, type, record, version, sequence }) => {
      const change = `${type} of ${record}, version ${version}`;
      const isRepeated = ids.has(id);
      const isDoubled = !isRepeated && REVIEW_EVENT.test(type) && changes.has(change);
      ids.add(id);
      changes.add(change);
      if (isRepeated) return [`event ${id} is stored again at ${sequence}`];
      return isDoubled ? [`${change} has two events`] : [];
    });
  }

  /** Events of reviews that the receiver of webhooks did not get. It is not told of reviews that clients add. */
  private undelivered(): string[] {
    const { received } = this.world.receiver;
    return this.events
      .filter(({ type }) => REVIEW_EVENT.test(type))
      .filter(({ type, origin, id }) => !received.has(id) && (type !== ADDED || origin === 'collected'))
      .map(({ type, id }) => `${type} ${id} was not delivered`);
  }
}
