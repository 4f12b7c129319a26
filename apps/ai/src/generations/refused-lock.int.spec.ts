import { AiWorld } from './ai-world.suite';

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
