import { loadEnv, printableEnv } from '@plaudit/runtime';
import { AiEnv } from '../ai.env';

const REQUIRED = {
  DATABASE_URL: 'postgres://plaudit_ai:invented@localhost/plaudit',
  NATS_URL: 'nats://localhost:4222',
  PRINCIPAL_PUBLIC_KEYS: 'A'.repeat(43),
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};

describe('the printed settings of ai', () => {
  const printed = (settings: Record<string, string>): Record<string, unknown> =>
    printableEnv(loadEnv('ai', AiEnv, { ...REQUIRED, ...settings }));

  it('say of each key only that it is set', () => {
    const shown = printed({ AI_API_KEY: 'invented-one', TRANSLATE_API_KEY: 'invented-two' });
    expect(shown).toMatchObject({ AI_API_KEY: 'set', TRANSLATE_API_KEY: 'set' });
    expect(JSON.stringify(shown)).not.toMatch(/invented/);
  });

  it('say of missing keys that they are not set', () => {
    expect(printed({})).toMatchObject({ AI_API_KEY: 'unset', TRANSLATE_API_KEY: 'unset' });
  });
});
