import { playback, type Scenario, scenariosOf } from '../fixtures.suite';
import { grantedToken } from './granted-token';
import { googlePlayConsole } from '../apps/google-play-console';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const { meta } = googlePlayConsole;
const grant = async () => ({ url: TOKEN_URL, form: { grant_type: 'client_credentials' } });

const scenario: Scenario = {
  what: 'a token endpoint that fails once',
  now: '2026-11-20T00:00:00Z',
  config: {},
  exchanges: [
    { method: 'POST', url: TOKEN_URL, status: 503 },
    { method: 'POST', url: TOKEN_URL, body: { access_token: 'granted-2' } },
  ],
  expected: {},
};

describe('grantedToken', () => {
  it('is requested once for a crawl of several pages', async () => {
    const paged = scenariosOf(googlePlayConsole).find(({ what }) => what.startsWith('two apps'));
    const ctx = playback(googlePlayConsole, paged as Scenario);
    const { config } = paged as Scenario;
    await googlePlayConsole.validate(config, ctx);
    expect(ctx.requested).toHaveLength(3);
    expect(ctx.requested.filter((url) => url === TOKEN_URL)).toHaveLength(1);
  });

  it('is requested once although two requests need it at the same time', async () => {
    const ctx = playback(googlePlayConsole, { ...scenario, exchanges: scenario.exchanges.slice(1) });
    const tokens = await Promise.all([grantedToken(meta, ctx, grant), grantedToken(meta, ctx, grant)]);
    expect(tokens).toEqual(['granted-2', 'granted-2']);
    expect(ctx.requested).toEqual([TOKEN_URL]);
  });

  it('is requested again after a failure', async () => {
    const ctx = playback(googlePlayConsole, scenario);
    await expect(grantedToken(meta, ctx, grant)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(await grantedToken(meta, ctx, grant)).toBe('granted-2');
  });
});
