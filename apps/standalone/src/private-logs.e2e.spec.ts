import { Logger } from '@nestjs/common';
import { PlauditError } from '@plaudit/client';
import { eventually } from '@plaudit/testing';
import { type ProductWorld, startProductWorld } from './contract/product-world.suite';

const BOOTSTRAP_EMAIL = 'founder@first.example';
const PASSWORD = 'correct horse battery staple';
/** The check that makes inserts fail. Postgres quotes the whole row in the detail of such an error. */
const REFUSE_ALL = 'refuse_all';
/** Tables whose rows hold credentials and personal data, with the requests that insert into them. */
const TABLES = [
  'gateway.users',
  'gateway.keys',
  'gateway.login_links',
  'gateway.audit',
  'reviews.reviews',
  'webhooks.webhooks',
];

/**
 * Uses every kind of credential and address, first with success, then while each insert fails in Postgres. Then it searches all
 * that the services logged, at the most detailed level, for each of them.
 */
describe('the log of the whole product', () => {
  let product: ProductWorld;
  const used = new Set<string>([PASSWORD, BOOTSTRAP_EMAIL]);
  let count = 0;

  beforeAll(async () => {
    product = await startProductWorld({ BOOTSTRAP_EMAIL, BOOTSTRAP_PASSWORD: PASSWORD });
    product.world.expectErrors(/refuse_all|ErrorFilter/);
  });
  afterAll(() => product.close());

  /** Returns a text that occurs nowhere else, and remembers it. */
  function secret(what: string): string {
    const text = `${what}${(count += 1)}.${Math.random().toString(36).slice(2)}`;
    used.add(text);
    return text;
  }

  function address(): string {
    return `${secret('person')}@private.example`;
  }

  /** Sends a request and remembers each credential of its response. Returns the code of an error. */
  async function attempt(request: Promise<object>): Promise<string | null> {
    try {
      const { key, secret: signing, url } = (await request) as Record<string, unknown>;
      for (const one of [key, signing]) if (typeof one === 'string') used.add(one);
      if (typeof url === 'string' && url.includes('#t=')) used.add(url.split('#t=')[1] as string);
      return null;
    } catch (error) {
      return error instanceof PlauditError ? error.code : 'no answer';
    }
  }

  function requests(): Promise<string | null>[] {
    const { admin, outside } = product;
    const email = address();
    const text = secret('text');
    const posted_on = '2026-01-02';
    return [
      admin.post('/users', { body: { email, password: secret('long password ') } }),
      admin.post('/users', { body: { email: BOOTSTRAP_EMAIL, password: secret('long password ') } }),
      admin.post('/keys', { body: { name: secret('key') } }),
      admin.post('/login/get_url', { body: { email: BOOTSTRAP_EMAIL, password: PASSWORD } }),
      admin.post('/login/get_url', { body: { email, password: secret('wrong password ') } }),
      admin.post('/reviews/add', {
        body: { from_name: secret('name'), from_email: address(), text, posted_on },
      }),
      admin.get('/reviews/get', { params: { query: { q: text } } }),
      admin.post('/privacy/erase', { body: { from_email: address() } }),
      admin.post('/channels/add', {
        body: { type: 'website_schema', url: `${outside.url}/?token=${secret('token')}` },
      }),
      admin.post('/webhooks/add', {
        body: { url: `${outside.url}/hook?token=${secret('token')}`, events: ['review.created'] },
      }),
    ].map((request) => attempt(request));
  }

  async function logged(): Promise<string> {
    return (await product.world.logs.written()).join('');
  }

  it('names none of the credentials and addresses while all goes well', async () => {
    const codes = await Promise.all(requests());
    expect(codes.filter((code) => code === null).length).toBeGreaterThanOrEqual(7);
    const text = await logged();
    expect([...used].filter((one) => text.includes(one))).toEqual([]);
  });

  it('names none of them while Postgres refuses the rows', async () => {
    for (const table of TABLES) {
      await product.world.admin.query(
        `alter table ${table} add constraint ${REFUSE_ALL} check (false) not valid`,
      );
    }
    const codes = await Promise.all(requests());
    for (const table of TABLES) {
      await product.world.admin.query(`alter table ${table} drop constraint ${REFUSE_ALL}`);
    }
    expect(codes.filter((code) => code === 'internal_error').length).toBeGreaterThanOrEqual(4);
    const text = await logged();
    expect(text).toContain('violates check constraint');
    expect(text).not.toMatch(/argon2|Failing row|private\.example/);
    expect([...used].filter((one) => text.includes(one))).toEqual([]);
  });

  const isFailedHandler = (line: string): boolean =>
    line.includes('Failed to handle an event') &&
    line.includes('"kind":"review.created.v1"') &&
    line.includes('violates check constraint');

  it('names none of them when a handler of events fails', async () => {
    const { admin, world } = product;
    await attempt(
      admin.post('/webhooks/add', {
        body: { url: `${product.outside.url}/late`, events: ['review.created'] },
      }),
    );
    await world.admin.query(
      `alter table webhooks.events add constraint ${REFUSE_ALL} check (false) not valid`,
    );
    const body = { from_name: secret('name'), text: secret('text'), posted_on: '2026-01-02' };
    await admin.post('/reviews/add', { body });
    const text = await eventually(
      logged,
      (lines) => lines.split('\n').some(isFailedHandler),
      'the failure of the handler to be logged',
    );
    await world.admin.query(`alter table webhooks.events drop constraint ${REFUSE_ALL}`);
    expect([...used].filter((one) => text.includes(one))).toEqual([]);
  });

  it('is searched where the services write it', async () => {
    const probe = address();
    new Logger('Probe').debug(`Created the user ${probe.replace('@private.example', '')}`);
    expect(await logged()).toContain(probe.replace('@private.example', ''));
  });
});
