import { directSubject, type ServiceName, subjectOf, wireDate } from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { accessTo, type NatsServer } from '../connection/nats-access';
import { NatsLink } from '../connection/nats-link';
import { DEAD_LETTER_HEADERS } from '../dead-letters/dead-letter-writer';
import { buildEvent } from '../envelope/build-event';
import { EVENT_CONTENT_TYPE } from '../publish/event-message';
import type { OutgoingMessage } from '../publish/publish-outcome';
import { DirectSender } from './direct-sender';
import { type Progress, SnapshotProgress } from './snapshot-progress';
import type { ReadRecord, SnapshotReader, SnapshotSource } from './snapshot-source';
import { type EventPage, splitPage } from './split-page';

export interface SnapshotOptions {
  /** The owner of the records. */
  service: ServiceName;
  source: SnapshotSource;
  databaseUrl: string;
  nats: NatsServer;
  /** The durable that receives the snapshot. */
  durable: string;
  /** Records per second; default 5,000. */
  rate?: number;
  /** Begins anew even if a snapshot to this durable was interrupted within the last day. */
  restart?: boolean;
  /** Sending pauses while more pages than this wait for the durable; default 100. */
  maxBacklog?: number;
  /** Returns when the durable has handled every page. Otherwise returns when every page is sent. */
  untilApplied?: boolean;
  /** Called once before the first page, with the progress of the interrupted snapshot that this one continues, or of a new one. */
  onBegin?: (progress: Progress) => void;
  /** Called after each page and while it waits. */
  onProgress?: (report: SnapshotReport) => void;
  now?: () => Date;
}

export interface SnapshotReport {
  /** Records that this run sent, also deleted ones. */
  records: number;
  /** Records that earlier, interrupted runs of the same snapshot sent. */
  before: number;
  /** When the first of these runs began. Its pages carry this time. */
  begunAt: Date;
  seconds: number;
  /** Seconds in which nothing was sent, because the durable's service or the stream was not ready for more. */
  waited: number;
  /** Pages that the durable had not handled when that was last looked up. */
  backlog: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const RECORDS_PER_READ = 500;
const DEFAULT_RATE = 5_000;
const DEFAULT_BACKLOG = 100;

/**
 * Sends all records of a noun in their current state to one durable and to no other consumer. Deleted ones that the reader returns
 * are sent in their last state. A snapshot that was interrupted within the last day continues after the last page whose sending was
 * stored, so at most the records of one read are sent twice. It is safe beside live changes, because the durable's service compares
 * versions.
 */
export async function sendSnapshot(options: SnapshotOptions): Promise<SnapshotReport> {
  const { service, durable, databaseUrl } = options;
  const dataSource = createDataSource({
    url: databaseUrl,
    schema: service,
    entities: [],
    migrations: [],
    poolSize: 1,
  });
  const link = new NatsLink({ ...accessTo(options.nats), service });
  const sender = new DirectSender(link, {
    durable,
    rate: options.rate ?? DEFAULT_RATE,
    maxBacklog: options.maxBacklog ?? DEFAULT_BACKLOG,
  });
  link.open();
  try {
    await dataSource.initialize();
    await link.waitUntilConnected(CONNECT_TIMEOUT_MS);
    await sender.checkDurable();
    const progress = await SnapshotProgress.open(databaseUrl, service, durable);
    try {
      const reader = new options.source.reader(new Database(dataSource, service));
      const begun = await progress.begin(options.restart ?? false);
      return await new Snapshot(options, { reader, sender, progress, begun }).send();
    } finally {
      await progress.close();
    }
  } finally {
    sender.close();
    await link.close();
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

interface SnapshotParts {
  reader: SnapshotReader;
  sender: DirectSender;
  progress: SnapshotProgress;
  /** The progress at the start of this run. */
  begun: Progress;
}

/** Records that were read at once. */
interface Read {
  after: number;
  /** The id of the last one, or null if there are no more. */
  through: number | null;
  records: ReadRecord[];
}

/** One run of a snapshot. */
class Snapshot {
  private readonly startedAt = performance.now();
  private records = 0;

  constructor(
    private readonly options: SnapshotOptions,
    private readonly parts: SnapshotParts,
  ) {}

  async send(): Promise<SnapshotReport> {
    const { progress, sender, begun } = this.parts;
    sender.onWait = () => this.options.onProgress?.(this.report());
    this.options.onBegin?.(begun);
    let read: Read | null = await this.readAfter(begun.cursor);
    while (read) read = await this.sendAndReadOn(read);
    await progress.finish();
    if (this.options.untilApplied) await sender.waitForBacklog(0);
    else await sender.backlog();
    return this.report();
  }

  private async readAfter(after: number): Promise<Read> {
    const records = await this.parts.reader.page(after, RECORDS_PER_READ);
    return { after, through: records.length < RECORDS_PER_READ ? null : records.at(-1)!.id, records };
  }

  /** Sends the records and reads the next ones meanwhile. Returns those, or null after the last record. */
  private async sendAndReadOn(read: Read): Promise<Read | null> {
    const { through } = read;
    const [next, sent] = await Promise.allSettled([
      through === null ? null : this.readAfter(through),
      this.sendRead(read),
    ]);
    if (sent.status === 'rejected') throw sent.reason;
    this.options.onProgress?.(this.report());
    if (next.status === 'rejected') throw next.reason;
    return next.value;
  }

  private async sendRead({ after, through, records }: Read): Promise<void> {
    const { sender, progress, begun } = this.parts;
    const pages = splitPage({ after, through, begun_on: wireDate(begun.begunAt), records });
    await sender.send(
      pages.map((page) => this.messageOf(page)),
      records.length,
    );
    this.records += records.length;
    if (through !== null) await progress.advance(through, records.length);
  }

  private messageOf({ page, json: data }: EventPage): OutgoingMessage {
    const { service, source, durable, now = () => new Date() } = this.options;
    const added = { accountId: 0, subAccountId: 0, subject: page.after, version: 0, data: page, json: data };
    const { event, json } = buildEvent(service, source.definition, added, now());
    return {
      id: event.id,
      subject: directSubject(durable),
      payload: json,
      headers: {
        'Content-Type': EVENT_CONTENT_TYPE,
        [DEAD_LETTER_HEADERS.subject]: subjectOf(event),
        [DEAD_LETTER_HEADERS.messageId]: event.id,
      },
    };
  }

  private report(): SnapshotReport {
    const { sender, begun } = this.parts;
    return {
      records: this.records,
      before: begun.sent,
      begunAt: begun.begunAt,
      seconds: (performance.now() - this.startedAt) / 1_000,
      waited: sender.waitedMs / 1_000,
      backlog: sender.lastBacklog,
    };
  }
}
