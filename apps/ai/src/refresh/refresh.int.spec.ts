import { type RunningServices, startServices } from '@plaudit/runtime';
import { eventually, type HttpResult } from '@plaudit/testing';
import { type AccountOptions, type AiAccount, AiWorld } from '../generations/ai-world.suite';
import { answerWith, goodAnswer } from '../llm/stand-in/llm-stand-in.suite';

let ai: AiWorld;
beforeAll(async () => (ai = await AiWorld.start()));
afterEach(() => ai.settle());
afterAll(() => ai.close());

interface Row {
  attempts: number;
  daily_cap: number;
  waits: number;
}

const rowsOf = (account: AiAccount): Promise<Row[]> =>
  ai.world.admin.query<Row>(
    `select attempts, daily_cap, round(extract(epoch from due_at - now()))::int as waits
     from ai.refreshes where id = $1`,
    [account.channelId],
  );

const isDone = (account: AiAccount): Promise<unknown> =>
  eventually(
    () => {
      ai.refreshDue();
      return rowsOf(account);
    },
    ({ length }) => length === 0,
    'the refresh to end',
  );

/** An account with a stale summary. */
async function stale(options: AccountOptions = {}): Promise<AiAccount> {
  const account = await ai.account(options);
  await account.addFive();
  await account.summary();
  await account.add([{}, {}, {}, {}, {}]);
  ai.model.reset();
  return account;
}

const refreshed = (account: AiAccount): Promise<HttpResult> =>
  eventually(
    () => account.summary(),
    ({ body }) => body.stale === false,
    'the summary to be written again',
  );

/** Makes a postponed refresh due now. */
const makeDue = (account: AiAccount): Promise<unknown> =>
  ai.world.admin.query('update ai.refreshes set due_at = now() where id = $1', [account.channelId]);

describe('Reading a stale summary', () => {
  it('returns the old one at once, and has it written again as it was last requested', async () => {
    const account = await ai.account();
    await account.addFive();
    await account.newSummary({ length: 30, language: 'es' });
    await account.add([{}, {}, {}, {}, {}]);
    ai.clock.advance(1_000);
    expect((await account.summary()).body).toMatchObject({
      stale: true,
      based_on_reviews: 5,
      language: 'es',
    });
    expect((await refreshed(account)).body).toMatchObject({
      based_on_reviews: 10,
      language: 'es',
      summary: expect.stringMatching(/10 (reseñas|opiniones|valoraciones)/),
      generated_on: ai.clock.now().toISOString(),
    });
    await isDone(account);
    expect(await account.used()).toBe(2);
  });

  it('writes it once, however often it is read', async () => {
    const account = await stale({ hasModel: true });
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    ai.model.behave(async (chat) => {
      await opened;
      return answerWith(chat, goodAnswer(chat.task));
    });
    const reads = await Promise.all(Array.from({ length: 10 }, () => account.summary()));
    expect(reads.map(({ body }) => body.stale)).toEqual(Array(10).fill(true));
    expect(await rowsOf(account)).toHaveLength(1);
    open();
    await refreshed(account);
    await isDone(account);
    expect([ai.model.requests.length, await account.used()]).toEqual([1, 2]);
  });

  it('writes it with the model of now after the settings have changed', async () => {
    const account = await ai.account({ hasModel: true });
    await account.addFive();
    await account.summary();
    await account.choose('writer-2');
    ai.clock.advance(31_000);
    expect((await account.summary()).body).toMatchObject({ stale: true, model: 'writer-1' });
    expect((await refreshed(account)).body).toMatchObject({ model: 'writer-2' });
  });

  it('remembers the cap of the plan', async () => {
    const account = await stale({ cap: 50 });
    // A replica that is stopping, or all places taken: the row waits.
    await ai.world.admin.query(
      `insert into ai.refreshes (id, account_id, sub_account_id, daily_cap, due_at)
       values ($1, $2, $2, 50, now() + interval '1 hour')`,
      [account.channelId, account.id],
    );
    expect((await account.summary()).body.stale).toBe(true);
    expect(await rowsOf(account)).toMatchObject([{ daily_cap: 50, attempts: 0 }]);
  });
});

describe('Automatic work', () => {
  it.each([
    ['done', 39, 40, false],
    ['left', 40, 40, true],
  ])('is %s with %i of 50 generations used', async (_what, used, after, isStale) => {
    const account = await stale({ cap: 50 });
    await account.use(used);
    expect((await account.summary()).body.stale).toBe(true);
    await isDone(account);
    expect([(await account.summary()).body.stale, await account.used()]).toEqual([isStale, after]);
    await isDone(account);
  });

  it('is left if the share was used up after the summary was read', async () => {
    const account = await stale({ cap: 50 });
    await account.use(40);
    await ai.world.admin.query(
      `insert into ai.refreshes (id, account_id, sub_account_id, daily_cap, due_at) values ($1, $2, $2, 50, now())`,
      [account.channelId, account.id],
    );
    // The service looks for it by itself.
    await eventually(
      () => rowsOf(account),
      ({ length }) => length === 0,
      'the refresh to end',
    );
    expect([(await account.summary()).body.stale, await account.used()]).toEqual([true, 40]);
  });

  it('is not repeated for a summary that is fresh again', async () => {
    const account = await stale();
    await account.newSummary();
    const { generated_on } = (await account.summary()).body;
    ai.clock.advance(1_000);
    await ai.world.admin.query(
      `insert into ai.refreshes (id, account_id, sub_account_id, daily_cap, due_at) values ($1, $2, $2, -1, now())`,
      [account.channelId, account.id],
    );
    await isDone(account);
    expect((await account.summary()).body).toMatchObject({ stale: false, generated_on });
    expect(await account.used()).toBe(2);
  });

  it('ends without a summary for a channel that was deleted', async () => {
    const account = await stale();
    await ai.world.admin.query('update ai.channels set deleted = true where id = $1', [account.channelId]);
    await ai.world.admin.query(
      `insert into ai.refreshes (id, account_id, sub_account_id, daily_cap, due_at) values ($1, $2, $2, -1, now())`,
      [account.channelId, account.id],
    );
    await isDone(account);
    expect(await account.used()).toBe(1);
  });

  it('that fails is tried three times with growing delays, and begins again with the next read', async () => {
    const account = await stale();
    const accept = await ai.refusing('summaries', account.channelId);
    const waits: number[] = [];
    await account.summary();
    for (const attempts of [1, 2]) {
      const [row] = await eventually(
        () => rowsOf(account),
        ([found]) => found?.attempts === attempts && found.waits > 0,
        `attempt ${attempts} to fail`,
      );
      waits.push(row!.waits);
      await makeDue(account);
      ai.refreshDue();
    }
    await isDone(account);
    expect(waits).toEqual([expect.closeTo(60, -1.5), expect.closeTo(600, -1.5)]);
    expect(await account.used()).toBe(1);
    await accept();
    await account.summary();
    await refreshed(account);
    await isDone(account);
  }, 60_000);

  it('is taken over by another replica after its process died', async () => {
    const account = await stale();
    await ai.world.admin.query(
      `insert into ai.refreshes (id, account_id, sub_account_id, daily_cap, attempts, due_at, lease_id, lease_until)
       values ($1, $2, $2, -1, 1, now() - interval '5 minutes', gen_random_uuid(), now() - interval '1 s')`,
      [account.channelId, account.id],
    );
    expect((await refreshed(account)).body).toMatchObject({ based_on_reviews: 10 });
    await isDone(account);
  });
});

describe('A process that stops', () => {
  let replica: RunningServices | null = null;
  afterEach(() => replica?.close());

  it('finishes the refresh under way', async () => {
    const settings = { ...ai.world.settings('ai'), PORT: '0', METRICS_PORT: '0' };
    replica = await startServices([{ definition: ai.definition, settings }]);
    const accounts = await Promise.all(Array.from({ length: 4 }, () => stale({ hasModel: true })));
    ai.model.reset();
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    ai.model.behave(async (chat) => {
      await opened;
      return answerWith(chat, goodAnswer(chat.task));
    });
    for (const account of accounts) await account.summary();
    // Two refreshes at a time in each of the two processes.
    await eventually(
      () => ai.model.requests,
      ({ length }) => length === 4,
      'both processes to refresh',
    );
    const closing = replica.close();
    replica = null;
    open();
    await closing;
    for (const account of accounts) await refreshed(account);
    expect(ai.model.requests).toHaveLength(4);
  });
});
