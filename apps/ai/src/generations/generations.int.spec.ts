import { type RunningServices, startServices } from '@plaudit/runtime';
import { eventually, Exposition, HttpClient, type HttpResult, type PlainResponse } from '@plaudit/testing';
import { answerWith, goodAnswer, type StandInChat } from '../llm/stand-in/llm-stand-in.suite';
import { type AiAccount, AiWorld } from './ai-world.suite';

const REQUESTS = 10;

const idsIn = ({ body }: HttpResult): number[] =>
  (body.evidence as { review_ids: number[] }[]).flatMap(({ review_ids }) => review_ids);

describe('generations', () => {
  let ai: AiWorld;

  let replica: RunningServices;

  beforeAll(async () => {
    ai = await AiWorld.start();
    const settings = { ...ai.world.settings('ai'), PORT: '0', METRICS_PORT: '0' };
    replica = await startServices([{ definition: ai.definition, settings }]);
  });

  afterEach(() => ai.settle());

  afterAll(async () => {
    await replica.close();
    await ai.close();
  });

  /** Sends requests at once, every second one to the other replica. */
  async function atOnce(
    account: AiAccount,
    request: (client: HttpClient) => Promise<HttpResult>,
    count = REQUESTS,
  ): Promise<HttpResult[]> {
    const headers = await account.as().headers('ai');
    const urls = [ai.world.url('ai'), replica.url('ai')];
    const clients = urls.map((url) => new HttpClient(url, headers));
    return Promise.all(
      Array.from({ length: count }, (_value, place) => request(clients[place % clients.length]!)),
    );
  }

  /** Lets the model answer only when the returned function is called. Its argument replaces the good answer. */
  function holdModel(): { asked: () => Promise<StandInChat>; answer: () => void } {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    ai.model.behave(async (chat): Promise<PlainResponse> => {
      await held;
      return answerWith(chat, goodAnswer(chat.task));
    }, 'good');
    const asked = async (): Promise<StandInChat> =>
      (
        await eventually(
          () => ai.model.chats(),
          ({ length }) => length > 0,
          'the model to be asked',
        )
      )[0]!;
    return { asked, answer };
  }

  const storedRows = (table: string, account: AiAccount): Promise<{ used_ids: number[]; model: string }[]> =>
    ai.world.admin.query(
      `select used_ids, model from ai.${table} where channel_id = $1 and used_ids is not null`,
      [account.channelId],
    );

  const freshAccount = async (hasModel: boolean): Promise<[AiAccount, number[]]> => {
    const account = await ai.account({ hasModel });
    return [account, await account.addFive()];
  };

  describe('Ten requests at once to two replicas', () => {
    it.each(['summary', 'insights'])('write one %s, which all of them get', async (what) => {
      const [account] = await freshAccount(true);
      const path = `/public/v1/channels/ai/${what}/${account.channelId}`;
      const responses = await atOnce(account, (client) => client.get(path));
      const texts = new Set(
        responses.map(({ body }) => JSON.stringify([body.model, body.generated_on, body.evidence])),
      );
      expect([responses.map(({ status }) => status), texts.size]).toEqual([Array(REQUESTS).fill(200), 1]);
      expect([await account.used(), ai.model.requests.length]).toEqual([1, 1]);
    });

    it('that ask for a new summary write one, and the others are told to wait', async () => {
      const [account] = await freshAccount(true);
      const path = `/public/v1/channels/ai/summary/${account.channelId}`;
      const responses = await atOnce(account, (client) => client.post(path, { body: {} }));
      const count = (wanted: number): number => responses.filter(({ status }) => status === wanted).length;
      expect([count(200), count(429)]).toEqual([1, REQUESTS - 1]);
      expect([await account.used(), ai.model.requests.length]).toEqual([1, 1]);
    });

    it('of ten channels use up no more generations than the cap', async () => {
      const account = await ai.account({ cap: 4 });
      const channels = Array.from({ length: REQUESTS }, (_value, place) => account.channelId + place);
      for (const channel of channels) {
        if (channel !== account.channelId) await account.addChannel(channel, account.id);
        await account.add([{}], channel);
      }
      let next = 0;
      const responses = await atOnce(account, (client) =>
        client.post(`/public/v1/channels/ai/summary/${channels[next++]}`, { body: {} }),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
      expect(responses.filter(({ body }) => body.code === 'ai_daily_cap_reached')).toHaveLength(6);
      expect(await account.used()).toBe(4);
    });
  });

  describe('A request while another one waits for the model', () => {
    it('gets the text of the embedded provider after 2 s, which is not stored or counted', async () => {
      const [account] = await freshAccount(true);
      const model = holdModel();
      const first = account.summary();
      await model.asked();
      const second = await account.summary();
      expect(second).toMatchObject({ status: 200, body: { model: 'embedded', stale: false } });
      expect([await account.used(), await storedRows('summaries', account)]).toEqual([1, []]);
      model.answer();
      expect(await first).toMatchObject({ status: 200, body: { model: 'writer-1' } });
      expect(await account.summary()).toMatchObject({ body: { model: 'writer-1' } });
      expect(ai.model.requests).toHaveLength(1);
    });

    it('gets the old insights after 2 s if there are any', async () => {
      const [account] = await freshAccount(true);
      const old = await account.insights();
      await account.add([{}, {}, {}, {}, {}]);
      ai.model.reset();
      const model = holdModel();
      const first = account.insights();
      await model.asked();
      expect((await account.insights()).body).toMatchObject({
        cached: true,
        generated_on: old.body.generated_on,
        evidence: old.body.evidence,
      });
      model.answer();
      expect((await first).body).toMatchObject({ cached: false, model: 'writer-1' });
    });

    it('and asks for a new summary writes its own, and the other one is not stored', async () => {
      const [account] = await freshAccount(true);
      const model = holdModel();
      const first = account.summary();
      await model.asked();
      const forced = await account.newSummary({ language: 'it', length: 30 });
      expect(forced).toMatchObject({ status: 200, body: { language: 'it', model: 'writer-1' } });
      model.answer();
      expect(await first).toMatchObject({ status: 200, body: { language: 'auto' } });
      expect((await account.summary()).body).toMatchObject({ language: 'it', summary: forced.body.summary });
      expect(await account.used()).toBe(2);
    });

    it('takes over if the process of the other one died', async () => {
      const [account] = await freshAccount(false);
      await ai.world.admin.query(
        `insert into ai.generation_locks (key, lease_id, lease_until) values ($1, gen_random_uuid(), now() - interval '1 s')`,
        [`summary:${account.channelId}`],
      );
      await account.summary();
      expect([await account.used(), (await storedRows('summaries', account)).length]).toEqual([1, 1]);
      expect(
        await ai.world.admin.query('select from ai.generation_locks where key = $1', [
          `summary:${account.channelId}`,
        ]),
      ).toEqual([]);
    });
  });

  describe.each(['summary', 'insights'] as const)(
    'A review that is erased while the model writes the %s',
    (what) => {
      const table = what === 'summary' ? 'summaries' : 'insights';
      const read = (account: AiAccount): Promise<HttpResult> => account[what]();

      it('is in no text that is stored or returned', async () => {
        const account = await ai.account({ hasModel: true });
        const ids = await account.addFive();
        await account.add([{}]);
        const erased = ids[1]!;
        const model = holdModel();
        const reading = read(account);
        expect((await model.asked()).task.reviews).toHaveLength(6);
        await account.edit(erased, null);
        model.answer();
        const response = await reading;
        expect(response).toMatchObject({ status: 200, body: { model: 'writer-1' } });
        expect(idsIn(response)).not.toContain(erased);
        const [stored] = await storedRows(table, account);
        expect(stored?.used_ids).toHaveLength(5);
        expect(stored?.used_ids).not.toContain(erased);
        expect([await account.used(), ai.model.requests.length]).toEqual([1, 2]);
      });

      it('leaves nothing stored if another one is erased during the second attempt', async () => {
        const account = await ai.account({ hasModel: true });
        const ids = await account.addFive();
        await account.add([{}, {}]);
        const gates = [0, 1].map(() => {
          let open = (): void => {};
          const opened = new Promise<void>((resolve) => (open = resolve));
          return { open: () => open(), opened };
        });
        ai.model.behave(
          ...gates.map(({ opened }) => async (chat: StandInChat) => {
            await opened;
            return answerWith(chat, goodAnswer(chat.task));
          }),
        );
        const reading = read(account);
        for (const [attempt, gate] of gates.entries()) {
          await eventually(
            () => ai.model.requests.length,
            (count) => count === attempt + 1,
            `attempt ${attempt + 1} to ask the model`,
          );
          await account.edit(ids[attempt]!, null);
          gate.open();
        }
        expect(await reading).toMatchObject({ status: 200, body: { model: 'writer-1' } });
        expect(await storedRows(table, account)).toEqual([]);
        expect(ai.model.requests).toHaveLength(2);
        await read(account);
        expect(await storedRows(table, account)).toHaveLength(1);
      });

      it('does not make a model that failed take the time of a second failure', async () => {
        const account = await ai.account({ hasModel: true });
        const ids = await account.addFive();
        await account.add([{}]);
        let open = (): void => {};
        const opened = new Promise<void>((resolve) => (open = resolve));
        ai.model.behave(async () => {
          await opened;
          return { status: 401, body: { error: { message: 'No.' } } };
        });
        const reading = read(account);
        await eventually(
          () => ai.model.requests,
          ({ length }) => length === 1,
          'the model to be asked',
        );
        await account.edit(ids[0]!, null);
        open();
        const response = await reading;
        expect(response).toMatchObject({ status: 200, body: { model: 'embedded' } });
        expect(idsIn(response)).not.toContain(ids[0]);
        expect(ai.model.requests).toHaveLength(1);
        expect(await storedRows(table, account)).toHaveLength(1);
      });
    },
  );

  describe('The metric of generations', () => {
    it.each([
      ['embedded', 'written', false, 'good'],
      ['openai', 'written', true, 'good'],
      ['openai', 'fallback', true, 'unauthorised'],
    ] as const)(
      'counts for the provider %s a text that is %s',
      async (provider, outcome, hasModel, behaviour) => {
        const series = { service: 'ai', kind: 'summary', provider, outcome };
        const count = async (): Promise<number> =>
          (await Exposition.fetch(ai.world.metricsUrl)).sum('plaudit_ai_generations_total', series);
        const [account] = await freshAccount(hasModel);
        ai.model.behave(behaviour);
        const before = await count();
        await account.summary();
        expect(await count()).toBe(before + 1);
      },
    );
  });
});

describe('A new summary whose lock cannot be taken', () => {
  let ai: AiWorld;
  beforeAll(async () => (ai = await AiWorld.start()));
  afterAll(() => ai.close());

  it('fails without counting, and can be asked for again at once', async () => {
    const account = await ai.account();
    await account.addFive();
    const { admin } = ai.world;
    await admin.query('alter table ai.generation_locks add constraint refused check (false) not valid');
    ai.world.expectErrors(/violates check constraint "refused"/);
    expect(await account.newSummary()).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    expect(await account.used()).toBe(0);
    await admin.query('alter table ai.generation_locks drop constraint refused');
    expect(await account.newSummary()).toMatchObject({ status: 200 });
    expect(await account.used()).toBe(1);
  });
});
