import { eventually } from '@plaudit/testing';
import { call, McpWorld, works } from './mcp-world.suite';

describe('an MCP client that reads what reviews say', () => {
  let own: McpWorld;
  let id: number;

  beforeAll(async () => {
    own = await McpWorld.start();
    const added = await works(own.admin, 'add_channel', {
      type: 'website_schema',
      url: `${own.bakery.url}/`,
    });
    ({ id } = added.channel);
  });
  afterAll(() => own.close());

  it('gets the summary of a channel, and one in another language when it asks for it', async () => {
    const first = await eventually(
      () => works(own.user, 'get_ai_summary', { id }),
      ({ summary }) => summary !== null,
      'the reviews to reach ai',
    );
    expect(first).toMatchObject({ language: 'auto', model: 'embedded', evidence: expect.any(Array) });
    const german = await works(own.user, 'regenerate_ai_summary', { id, length: 20, language: 'de' });
    expect(german).toMatchObject({ language: 'de', summary: expect.stringMatching(/Bewertung/) });
  });

  it('gets strengths and improvements', async () => {
    expect(await works(own.user, 'get_ai_insights', { id, language: 'de' })).toMatchObject({
      sentiment: { total: expect.any(Number) },
      below_threshold: expect.any(Boolean),
    });
  });

  it.each(['get_ai_summary', 'regenerate_ai_summary', 'get_ai_insights'])(
    'of another sub account gets 404 from %s',
    async (name) => {
      expect(await call(own.stranger, name, { id })).toMatchObject({
        isError: true,
        body: { status: 404, code: 'not_found' },
      });
    },
  );
});
