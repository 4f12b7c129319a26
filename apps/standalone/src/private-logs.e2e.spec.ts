import { Logger } from '@nestjs/common';
import { PlauditError } from '@plaudit/client';
import { PinoLogger } from '@plaudit/runtime';
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
  'invitations.requests',
  'invitations.suppressions',
];

const APPROVED = { status: 'approved' };

/** A line as the process writes it. */
interface Line {
  msg: string;
  service?: string;
  request_id?: string;
  event_id?: string;
}

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
      admin.post('/invite/requests/add', {
        body: { recipient: address(), name: secret('name'), data: { note: secret('note') } },
      }),
      admin.post('/invite/suppressions/add', { body: { recipient: address() } }),
      admin.get('/invite/requests/get', { params: { query: { search: secret('search') } } }),
      admin.post('/privacy/erase', { body: { from_email: address() } }),
      admin.post('/channels/add', {
        body: { type: 'website_schema', url: `${outside.url}/?token=${secret('token')}` },
      }),
      admin.post('/webhooks/add', {
        body: { url: `${outside.url}/hook?token=${secret('token')}`, events: ['review.created'] },
      }),
    ].map((request) => attempt(request));
  }

  /** Sends what the access log sees: tokens of links in paths, addresses in queries, and keys that do not exist. */
  async function open(): Promise<number[]> {
    const url = product.world.url('gateway');
    const paths = [
      `/i/${secret('invitation')}`,
      `/u/${secret('unsubscription')}`,
      `/o/${secret('opening')}.gif`,
      `/hooks/mail/${secret('hook')}`,
      `/login/once?t=${secret('link')}`,
      `/login/once/${secret('link')}`,
      `/app/${secret('page')}`,
      `/embed/v1/widgets/${secret('widget')}/reviews?search=${address()}`,
      `/public/v1/reviews/get?search=${address()}`,
      `/public/v1/users/${address()}`,
      `/${secret('nothing')}`,
      `/%zz${secret('broken')}`,
    ];
    const password = secret('key');
    const headers = {
      authorization: `Bearer ${password}`,
      cookie: `session=${secret('cookie')}`,
      'user-agent': secret('agent'),
    };
    const sent = paths.map((path) => fetch(url + path, { headers, redirect: 'manual' }));
    return (await Promise.all(sent)).map(({ status }) => status);
  }

  async function logged(): Promise<string> {
    return (await product.world.logs.written()).join('');
  }

  it('names none of the credentials and addresses while all goes well', async () => {
    const codes = await Promise.all(requests());
    expect(codes.filter((code) => code === null).length).toBeGreaterThanOrEqual(7);
    const opened = await open();
    const written = () => product.world.logs.requests().length;
    await eventually(written, (lines) => lines >= codes.length + opened.length, 'a line per request');
    const text = await logged();
    for (const known of ['"route":"/i/', '"route":"/login/once', '"status":401', '"route":"unmatched"'])
      expect(text).toContain(known);
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

  it('has the request id of an answer in the lines of every service that took part', async () => {
    const { admin, world, outside } = product;
    const lines: Line[] = [];
    const trail = (id: string) => lines.filter(({ request_id }) => request_id === id);
    const write = (line: string): void => void lines.push(JSON.parse(line) as Line);
    Logger.overrideLogger(new PinoLogger('trace', { write }));
    try {
      const webhook = { url: `${outside.url}/trail`, events: ['review.updated'] };
      await admin.post('/webhooks/add', { body: webhook } as never);
      const { id: widget } = await admin.post('/widgets/add', { body: { type: 'list' } });
      const body = { from_name: secret('name'), text: secret('text'), posted_on: '2026-01-02' };
      const { id: review } = await admin.post('/reviews/add', { body });
      const send = (method: string, path: string, id: string, sent?: object) =>
        fetch(`${world.url('gateway')}/public/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${product.apiKey}`,
            'x-request-id': id,
            'content-type': 'application/json',
          },
          body: sent && JSON.stringify(sent),
        });
      expect((await send('GET', `/widgets/${widget}/reviews`, 'trail-of-a-list')).status).toBe(200);
      expect((await send('PUT', `/reviews/update/${review}`, 'trail-of-a-change', APPROVED)).status).toBe(
        200,
      );
      const servicesIn = (id: string, msg: string) =>
        new Set(trail(id).flatMap((line) => (line.msg === msg ? [line.service] : [])));
      const listed = await eventually(
        () => servicesIn('trail-of-a-list', 'Answered a request'),
        ({ size }) => size >= 3,
        'the lines of a list',
      );
      expect(listed).toEqual(new Set(['gateway', 'widgets', 'reviews']));
      const changed = await eventually(
        () => servicesIn('trail-of-a-change', 'Answered a request'),
        ({ size }) => size >= 2,
        'the lines of a change',
      );
      expect(changed).toEqual(new Set(['gateway', 'reviews']));
      await eventually(
        () => servicesIn('trail-of-a-change', 'Handled an event'),
        (services) => services.has('webhooks'),
        'the line of the event in webhooks',
      );
      const handled = trail('trail-of-a-change').find(
        ({ service, msg }) => service === 'webhooks' && msg === 'Handled an event',
      );
      expect(handled).toMatchObject({ kind: 'review.updated.v1' });
      await eventually(
        () => lines.filter(({ msg }) => msg === 'Attempted a delivery').map(({ event_id }) => event_id),
        (events) => events.includes(handled?.event_id),
        'the attempt of the delivery',
      );
      expect(lines.filter((line) => [...used].some((one) => JSON.stringify(line).includes(one)))).toEqual([]);
    } finally {
      Logger.overrideLogger(world.logs);
    }
  });

  it('is searched where the services write it', async () => {
    const probe = address();
    new Logger('Probe').debug(`Created the user ${probe.replace('@private.example', '')}`);
    expect(await logged()).toContain(probe.replace('@private.example', ''));
  });
});
