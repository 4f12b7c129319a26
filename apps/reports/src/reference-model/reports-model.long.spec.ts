import { atLength, type Caller } from '@plaudit/testing';
import fc from 'fast-check';
import type { AccountFacts } from './facts/account-facts.suite';
import { type Dates, lastYear } from './naive/local-months.suite';
import { naiveInvitations } from './naive/naive-invitations.suite';
import { naiveAverages, naiveDaily, naiveHistory, naiveRatings } from './naive/naive-ratings.suite';
import { naiveReplies } from './naive/naive-replies.suite';
import { naiveDistribution, naiveReviewsOverTime } from './naive/naive-reviews.suite';
import { naiveTags } from './naive/naive-tags.suite';
import {
  type Asked,
  invitationFilterOf,
  periodOf,
  questionOf,
  questions,
} from './random/random-questions.suite';
import { type RandomAccount, randomAccounts, TAGS } from './random/random-account.suite';
import { ReportsWorld } from './reports-world.suite';
import { queryOf, Selection } from './facts/selection.suite';

/** The most days of the report of days. */
const MAX_DAYS = 92;

describe('reports compared with a reference model', () => {
  let reports: ReportsWorld;
  beforeAll(async () => (reports = await ReportsWorld.start()));
  afterAll(() => reports.close());

  /** A question about an account, and who asks it. */
  interface Context {
    client: Caller;
    facts: AccountFacts;
    asked: Asked;
    selection: Selection;
    /** Null for all times. */
    period: Dates | null;
  }

  async function answer(
    { client, asked, selection }: Context,
    report: string,
    query: Record<string, string> = {},
  ): Promise<unknown> {
    return get(client, `/reports/${report}`, { ...selection.query(), ...comparison(asked), ...query });
  }

  async function get(client: Caller, path: string, query: Record<string, string>): Promise<unknown> {
    const { status, body } = await client.get('reports', `/public/v1${path}`, { query });
    expect({ path, query, status, msg: body.msg }).toEqual({ path, query, status: 200 });
    return body as unknown;
  }

  function comparison({ compare }: Asked): Record<string, string> {
    return compare ? { compare: 'previous' } : {};
  }

  async function expectReviewsOverTime(context: Context): Promise<void> {
    const { asked, selection } = context;
    expect(await answer(context, 'reviews_over_time', { range: String(asked.months) })).toEqual(
      naiveReviewsOverTime(selection, asked.months, asked.compare),
    );
  }

  async function expectAverages(context: Context): Promise<void> {
    const { asked, selection } = context;
    expect(await answer(context, 'average_rating', { months: String(asked.months) })).toEqual(
      naiveAverages(selection, asked.months, asked.compare),
    );
  }

  async function expectDaily(context: Context): Promise<void> {
    const { asked, selection } = context;
    const days = Math.min(asked.days, MAX_DAYS);
    expect(await answer(context, 'daily', { days: String(days) })).toEqual(
      naiveDaily(selection, days, asked.compare),
    );
  }

  async function expectDistribution(context: Context): Promise<void> {
    const { asked, selection, period } = context;
    expect(await answer(context, 'rating_distribution', { ...period })).toEqual(
      naiveDistribution(selection, period, asked.compare),
    );
  }

  async function expectTagsAndReplies(context: Context): Promise<void> {
    const { asked, facts, selection, period } = context;
    const dates = period ?? lastYear(facts.today);
    expect(await answer(context, 'tags', { ...period })).toEqual(naiveTags(selection, dates, asked.compare));
    expect(await answer(context, 'response', { ...period })).toEqual(
      naiveReplies(selection, dates, asked.compare),
    );
  }

  async function expectInvitations(context: Context): Promise<void> {
    const { asked, client, facts, selection, period } = context;
    const filter = invitationFilterOf(facts, asked);
    const scope = { ...selection.subAccountsQuery(), ...queryOf(filter) };
    expect(await get(client, '/reports/invitations', { ...scope, ...period, ...comparison(asked) })).toEqual(
      naiveInvitations(selection, filter, period ?? lastYear(facts.today), asked.compare),
    );
  }

  async function expectRatings(context: Context): Promise<void> {
    const { asked, selection } = context;
    expect(await answer(context, 'ratings')).toEqual(naiveRatings(selection, asked.compare));
  }

  /** A channel of the caller's sub account has a history, whatever the question is about. */
  async function expectHistory({ client, facts, asked }: Context): Promise<void> {
    const own = new Selection(facts, {}).channels();
    const channel = own[asked.days % own.length];
    if (!channel) return;
    const history = naiveHistory(new Selection(facts, { channels: [channel.id] }), asked.days);
    const body = await get(client, `/channels/rating_history/${channel.id}`, { days: String(asked.days) });
    expect(body).toEqual({ history });
  }

  it('have the same figures after events in any order', async () => {
    const histories = fc.tuple(randomAccounts, fc.array(questions, { minLength: 4, maxLength: 8 }));
    const property = fc.asyncProperty(histories, async ([account, all]: [RandomAccount, Asked[]]) => {
      const facts = await reports.live(account);
      const client = reports.client(facts);
      for (const asked of all) {
        const selection = new Selection(facts, questionOf(facts, asked));
        const context = { client, facts, asked, selection, period: periodOf(facts, asked) };
        await Promise.all([
          expectReviewsOverTime(context),
          expectAverages(context),
          expectDaily(context),
          expectDistribution(context),
          expectTagsAndReplies(context),
          expectInvitations(context),
          expectRatings(context),
          expectHistory(context),
        ]);
      }
    });
    // To shrink a failure would take minutes. Its difference says enough.
    await fc.assert(property, { numRuns: atLength({ short: 3, long: 30 }), endOnFailure: true });
  });

  it('round half a hundredth up, also on a scale whose quotients have no end', async () => {
    const states = [...Array<number>(7).fill(0.1), ...Array<number>(13).fill(2.6)].map((rating_value) => ({
      channel: 0,
      platform: 0,
      source: 'Manual',
      rating_value,
      rating_scale: 3,
      posted_on: '2026-03-02 12:00:00',
      tags: [TAGS[0]!],
      reply: undefined,
    }));
    const channel = { platform: 0, group: null, score: null, rating_scale: 5, reviews: null };
    const facts = await reports.live({
      now: new Date('2026-03-10T12:00:00Z'),
      zones: ['UTC', 'UTC'],
      laterZone: 'UTC',
      channels: [{ owner: 0, states: [channel], deleted: false }],
      reviews: states.map((state) => ({ owner: 0, states: [state], deleted: false })),
      crawls: [],
      invitations: [],
      order: 1,
    });
    const client = reports.client(facts);
    // 0.1 and 2.6 on a scale of 3 have the average 2.875 on 5.
    expect(await get(client, `/channels/rating_history/${facts.channels[0]!.id}`, {})).toEqual({
      history: [{ date: '2026-03-02', score: 2.88, reviews: 20, estimated: true }],
    });
    expect(await get(client, '/reports/tags', {})).toMatchObject({ tags: [{ average_rating: 2.88 }] });
  });
});
