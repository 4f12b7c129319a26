import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { runInContext, type ThreadLimits, WorkerThread } from '@plaudit/runtime';
import { buildPrincipal } from '@plaudit/testing';
import type { InsightsTask, ReplyTask, SummaryTask, TagsTask } from '../generation/generated';
import { MAX_READ_REVIEWS, MAX_READ_TEXT } from '../generation/source-review';
import { embeddedInsights } from './analysis/embedded-insights';
import { MAX_READ_CHARACTERS } from './bounded-reviews';
import { EmbeddedGeneratorService } from './embedded-generator.service';
import { embeddedReply } from './replies/embedded-reply';
import { reviewOf, SAMPLE_AVERAGE, SAMPLE_REVIEWS } from './sample-reviews.suite';
import { suggestedTags } from './tags/suggested-tags';
import { embeddedSummary } from './writing/embedded-summary';

const PLENTY: ThreadLimits = { milliseconds: 60_000, megabytes: 256 };

/** The service with a thread that can be told to misbehave. */
class HostileGenerator extends EmbeddedGeneratorService {
  protected override readonly thread: WorkerThread;

  constructor(limits: Partial<ThreadLimits> = {}, entry = 'hostile-generator.process') {
    super();
    this.thread = new WorkerThread(require.resolve(`./thread/fixtures/${entry}`), {
      ...PLENTY,
      ...limits,
    });
  }
}

const opened: EmbeddedGeneratorService[] = [];

function open<T extends EmbeddedGeneratorService>(service: T): T {
  opened.push(service);
  return service;
}

beforeAll(() => Logger.overrideLogger(false));

afterEach(async () => {
  for (const service of opened.splice(0)) await service.onApplicationShutdown();
});

const SUMMARY: SummaryTask = {
  language: 'auto',
  length: 120,
  business: 'Hotel Seeblick',
  count: 25,
  average: SAMPLE_AVERAGE,
  reviews: SAMPLE_REVIEWS,
};
const INSIGHTS: InsightsTask = { language: 'fr', business: 'Hotel Seeblick', reviews: SAMPLE_REVIEWS };
const REPLY: ReplyTask = {
  review: reviewOf({ text: 'Friendly staff.', language: 'en' }),
  language: 'de',
  tone: 'friendly',
  business: 'Hotel Seeblick',
};
const TAGS: TagsTask = { review: REPLY.review, tags: [{ id: 4, name: 'Staff' }] };

/** A reply whose review tells the hostile thread what to do. */
function told(text: string): ReplyTask {
  return { ...REPLY, review: reviewOf({ text }) };
}

/** Runs a work as a request of this account does. */
function asAccount<T>(account_id: number, work: () => T): T {
  return runInContext({ service: 'ai', principal: buildPrincipal({ account_id }) }, work);
}

describe('EmbeddedGeneratorService', () => {
  it('returns what the pure functions return', async () => {
    const service = open(new EmbeddedGeneratorService());
    const written = [
      service.summary(SUMMARY),
      service.insights(INSIGHTS),
      service.reply(REPLY),
      service.tags(TAGS),
    ];
    expect(await Promise.all(written)).toEqual([
      embeddedSummary(SUMMARY),
      embeddedInsights(INSIGHTS),
      embeddedReply(REPLY),
      suggestedTags(TAGS),
    ]);
  });

  it('sends the thread no more reviews and characters than it may read', async () => {
    const service = open(new HostileGenerator());
    const many = Array.from({ length: MAX_READ_REVIEWS + 1 }, (_, at) => reviewOf({ id: at, text: 'ab' }));
    const long = Array.from({ length: 400 }, (_, at) => reviewOf({ id: at, text: 'ab'.repeat(10_000) }));
    const received = async (reviews: SummaryTask['reviews']) =>
      JSON.parse((await service.summary({ ...SUMMARY, reviews })).summary) as {
        reviews: number;
        longest: number;
      };
    expect(await received(many)).toEqual({ reviews: MAX_READ_REVIEWS, longest: 2 });
    expect(await received(long)).toEqual({
      reviews: MAX_READ_CHARACTERS / MAX_READ_TEXT,
      longest: MAX_READ_TEXT,
    });
  });

  it('leaves the event loop of the service free while a task runs', async () => {
    const service = open(new HostileGenerator());
    await service.reply(REPLY);
    let isUnderWay = true;
    const endless = service.reply(told('ENDLESS')).catch(() => (isUnderWay = false));
    for (let turns = 0; turns < 1_000; turns++) await nextTurn();
    expect(isUnderWay).toBe(true);
    await service.onApplicationShutdown();
    await endless;
  });

  it('ends a task after the time limit, and runs those that waited', async () => {
    const service = open(new HostileGenerator({ milliseconds: 2_000 }));
    const endless = service.reply(told('ENDLESS'));
    const waiting = service.reply(REPLY);
    await expect(endless).rejects.toThrow('The reply took more than 2000 ms');
    expect(await waiting).toEqual(embeddedReply(REPLY));
  });

  it('throws if a task needs too much memory or is faulty, and runs the next one', async () => {
    const service = open(new HostileGenerator({ megabytes: 64 }));
    await expect(service.reply(told('GREEDY'))).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
    await expect(service.reply(told('FAULTY'))).rejects.toThrow('A fault of ours');
    expect(await service.reply(REPLY)).toEqual(embeddedReply(REPLY));
  });

  it('throws if the thread cannot start', async () => {
    const service = open(new HostileGenerator({}, 'failing-generator.process'));
    await expect(service.reply(REPLY)).rejects.toThrow(/failing-generator|cannot start/);
  });

  it('refuses a task with 503 if fifty others wait', async () => {
    const service = open(new HostileGenerator());
    const running = [
      service.reply(told('ENDLESS')),
      ...Array.from({ length: 50 }, () => service.reply(REPLY)),
    ];
    const ends = Promise.allSettled(running);
    await expect(service.reply(REPLY)).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    await service.onApplicationShutdown();
    expect(new Set((await ends).map(({ status }) => status))).toEqual(new Set(['rejected']));
  });

  it('refuses a task with 503 if twenty others of its account wait, and takes those of other accounts', async () => {
    const service = open(new HostileGenerator());
    const ask = (account: number, text: string) => asAccount(account, () => service.reply(told(text)));
    const waiting = [
      ask(1, 'ENDLESS'),
      ...Array.from({ length: 20 }, () => ask(1, 'Good.')),
      ask(2, 'Good.'),
    ];
    const ends = Promise.allSettled(waiting);
    await expect(ask(1, 'Good.')).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    await service.onApplicationShutdown();
    const reasons = (await ends).map((end) => String((end as PromiseRejectedResult).reason));
    expect(new Set(reasons)).toEqual(new Set(['ThreadError: The process is stopping']));
  });

  it('lets accounts take turns, so that one task does not wait for the twenty of another account', async () => {
    const service = open(new EmbeddedGeneratorService());
    await service.reply(REPLY);
    const order: number[] = [];
    const ask = async (account: number): Promise<void> => {
      await asAccount(account, () => service.reply(REPLY));
      order.push(account);
    };
    await Promise.all([...Array.from({ length: 20 }, () => ask(1)), ask(2)]);
    expect(order).toEqual([1, 1, 2, ...Array<number>(18).fill(1)]);
  });

  it('refuses tasks after the process was told to stop', async () => {
    const service = open(new EmbeddedGeneratorService());
    await service.onApplicationShutdown();
    await expect(service.reply(REPLY)).rejects.toThrow('The process is stopping');
  });
});
