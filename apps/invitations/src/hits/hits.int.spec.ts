import { createDataSource, Database } from '@plaudit/database';
import { startServices } from '@plaudit/runtime';
import { eventually } from '@plaudit/testing';
import { linkIndexOf } from '../channels/review-targets';
import { CHROME, LinksWorld } from '../links/links-world.suite';
import { invitationsService } from '../service';
import { HitsRepository } from './hits.repository';

const URL_OF_SHOP = 'https://shop.example/review?id=5';
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';

describe('links of messages', () => {
  let links: LinksWorld;
  let settings: number;

  beforeAll(async () => {
    links = await LinksWorld.start();
    settings = await links.profile({ review_url: URL_OF_SHOP });
  });
  afterAll(() => links.close());

  function connect() {
    const url = links.world.databaseUrl('invitations');
    return createDataSource({ url, schema: 'invitations', entities: [], migrations: [] }).initialize();
  }

  it('lead to the one target, and tell neither it nor a search engine where they came from', async () => {
    const id = await links.message(settings);
    const { status, headers } = await links.get(`/i/${links.token('review', id)}`);
    expect(status).toBe(302);
    expect(Object.fromEntries(headers)).toMatchObject({
      location: URL_OF_SHOP,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(await links.hits(id)).toEqual([
      expect.objectContaining({ kind: 'review', link: 0, network: '203.0.113.0/24', verdict: null }),
    ]);
  });

  it('respond with a page and 404 to a changed token, another kind of token and a deleted request', async () => {
    const id = await links.message(settings);
    const deleted = await links.message(settings, { deleted_on: new Date() });
    const good = links.token('review', id);
    const paths = [
      `/i/${good.slice(0, -1)}_`,
      `/i/${good}A`,
      `/i/${links.token('open', id)}`,
      `/i/${links.token('unsubscribe', id)}`,
      `/i/${links.token('review', 2 ** 40)}`,
      `/i/${links.token('review', deleted)}`,
      `/i/https%3A%2F%2Fevil.example`,
      `/u/${good}`,
    ];
    for (const path of paths) {
      const { status, headers, body } = await links.get(`${path}?url=https://evil.example&to=//evil.example`);
      expect([path, status, headers.get('location')]).toEqual([path, 404, null]);
      expect(body).toContain('This link does not work');
      expect(body).not.toContain('evil.example');
    }
    expect(await links.hits(id)).toEqual([]);
    expect(await links.hits(deleted)).toEqual([]);
  });

  it('never lead to an address that the link names itself', async () => {
    const id = await links.message(settings);
    const { headers } = await links.get(`/i/${links.token('review', id)}?url=https://evil.example`);
    expect(headers.get('location')).toBe(URL_OF_SHOP);
  });

  it('say in the language of the browser that a link does not work', async () => {
    const { body } = await links.get('/i/nothing', { 'accept-language': 'nl, de-AT;q=0.8, en;q=0.5' });
    expect(body).toContain('<html lang="de">');
    expect(body).toContain('Dieser Link funktioniert nicht');
  });

  it('do not count a HEAD, and respond to it as to a GET', async () => {
    const id = await links.message(settings);
    const review = await links.browse('HEAD', `/i/${links.token('review', id)}`);
    const open = await links.browse('HEAD', `/o/${links.token('open', id)}.gif`);
    const unsubscribe = await links.browse('HEAD', `/u/${links.token('unsubscribe', id)}`);
    expect([review.status, open.status, unsubscribe.status]).toEqual([302, 200, 200]);
    expect(await links.hits(id)).toEqual([]);
  });

  it.each([
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
  ])('do not count a page that a browser loads in advance, with %s: %s', async (name, value) => {
    const id = await links.message(settings);
    await links.get(`/i/${links.token('review', id)}`, { [name]: value });
    await links.get(`/o/${links.token('open', id)}.gif`, { [name]: value });
    expect(await links.hits(id)).toEqual([]);
  });

  it('end the reminders after the click of a person', async () => {
    const id = await links.message(settings, { recipient: 'clicker@example.com' });
    const reminder = await links.reminder(settings, id, 'clicker@example.com');
    await links.get(`/i/${links.token('review', id)}`);
    await links.decided(id);
    expect(await links.row(id)).toMatchObject({
      status: 'sent',
      click_count: 1,
      clicked_on: expect.any(Date),
    });
    expect((await links.row(reminder)).status).toBe('cancelled');
    expect(await links.activity(id)).toEqual([
      { type: 'clicked', source: 'recipient', status: 'ok', detail: null },
    ]);
  });

  it('ignore the click of a program and a burst of all links, and keep the reminders', async () => {
    const id = await links.message(settings, { recipient: 'scanned@example.com' });
    const reminder = await links.reminder(settings, id, 'scanned@example.com');
    await links.get(`/i/${links.token('review', id)}`, { 'user-agent': 'curl/8.5.0' });
    await links.get(`/i/${links.token('review', id)}`);
    await links.get(`/i/${links.token('review', id, 1)}`);
    await links.get(`/u/${links.token('unsubscribe', id)}`);
    await links.get(`/o/${links.token('open', id)}.gif`);
    await links.decided(id);
    expect(await links.row(id)).toMatchObject({
      status: 'sent',
      clicked_on: null,
      opened_on: null,
      unsubscribed_on: null,
    });
    expect((await links.row(reminder)).status).toBe('pending');
    const ignored = (type: string, reason: string, hits: number) => ({
      type,
      source: 'system',
      status: 'ignored',
      detail: { reason, hits },
    });
    expect(await links.activity(id)).toEqual([
      ignored('clicked', 'known_program', 1),
      ignored('clicked', 'many_links', 2),
      ignored('opened', 'many_links', 1),
    ]);
  });

  it('ignore what happens beside a visit of the hidden link, which looks like any other', async () => {
    const id = await links.message(settings);
    const { status, headers } = await links.get(`/i/${links.token('trap', id)}`);
    expect([status, headers.get('location')]).toEqual([302, URL_OF_SHOP]);
    await links.get(`/i/${links.token('review', id)}`);
    await links.decided(id);
    expect((await links.row(id)).clicked_on).toBeNull();
    expect(await links.activity(id)).toMatchObject([{ type: 'clicked', detail: { reason: 'hidden_link' } }]);
  });

  it('ignore a click before the message was sent', async () => {
    const id = await links.message(settings, { sent_on: new Date(Date.now() + 3_600_000) });
    await links.get(`/i/${links.token('review', id)}`);
    await links.decided(id);
    expect(await links.activity(id)).toMatchObject([{ detail: { reason: 'before_sent' } }]);
  });

  it('count an opening through the image proxy of a mail service', async () => {
    const id = await links.message(settings);
    await links.get(`/o/${links.token('open', id)}.gif`, { 'user-agent': GMAIL });
    await links.decided(id);
    expect(await links.row(id)).toMatchObject({ open_count: 1, opened_on: expect.any(Date) });
  });

  it('always respond with the same image of 43 bytes to an opening', async () => {
    const id = await links.message(settings);
    const headers = await links.world.as({ scopes: ['public'] }).headers('invitations');
    const names = [
      `${links.token('open', id)}.gif`,
      links.token('open', id),
      `${links.token('review', id)}.gif`,
      'x.gif',
      '%00.gif',
    ];
    for (const name of names) {
      const response = await fetch(`${links.world.url('invitations')}/o/${name}`, { headers });
      const image = Buffer.from(await response.arrayBuffer());
      expect([name, response.status, image.length, image.subarray(0, 6).toString()]).toEqual([
        name,
        200,
        43,
        'GIF89a',
      ]);
      expect(response.headers.get('content-type')).toBe('image/gif');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('store nothing that the settings profile does not count', async () => {
    const silent = await links.profile({
      review_url: URL_OF_SHOP,
      tracking: { opens: false, clicks: false },
    });
    const id = await links.message(silent);
    await links.get(`/i/${links.token('review', id)}`);
    await links.get(`/o/${links.token('open', id)}.gif`);
    await links.get(`/u/${links.token('unsubscribe', id)}`);
    await links.get(`/i/${links.token('trap', id)}`);
    expect(await links.hits(id)).toEqual([]);
  });

  it('lead where they would without `review_url` while the settings profile is paused', async () => {
    const channel = await links.channel();
    const paused = async (more: object): Promise<{ id: number; release: () => Promise<unknown> }> => {
      const profile = await links.profile({ review_url: URL_OF_SHOP, ...more });
      const set = (value: string) =>
        links.world.admin.query(
          `update invitations.settings_profiles set paused_on = ${value} where id = $1`,
          [profile],
        );
      await set('now()');
      return { id: await links.message(profile), release: () => set('null') };
    };
    const follow = async (id: number, index = 0): Promise<unknown[]> => {
      const { status, headers, body } = await links.get(`/i/${links.token('review', id, index)}`);
      return [status, headers.get('location'), body.includes(new URL(URL_OF_SHOP).hostname)];
    };
    const one = await paused({ channels: [channel] });
    expect(await follow(one.id)).toEqual([302, `https://platform.example/${channel}`, false]);
    for (const more of [{ channels: [999_999] }, { direct_form: { enabled: true } }]) {
      const { id } = await paused(more);
      for (const index of [0, 1]) expect(await follow(id, index)).toEqual([200, null, false]);
    }
    await one.release();
    expect(await follow(one.id)).toEqual([302, URL_OF_SHOP, false]);
  });

  it('lead to the channel that the index names, and to the page if it is gone', async () => {
    const first = await links.channel();
    const second = await links.channel({ url: 'https://platform.example/münchen' });
    const chosen = await links.profile({ channels: [second, first] });
    const id = await links.message(chosen);
    const { headers } = await links.get(`/i/${links.token('review', id, linkIndexOf(second))}`);
    expect(headers.get('location')).toBe('https://platform.example/m%C3%BCnchen');
    const page = await links.get(`/i/${links.token('review', id, 250)}`);
    expect(page.status).toBe(200);
    expect((await links.hits(id)).map(({ link }) => link)).toEqual([linkIndexOf(second), 250]);
  });

  it('store at most 1,000 hits of a kind and day for a message', async () => {
    const id = await links.message(settings);
    await links.world.admin.query(
      `insert into invitations.hits (request_id, kind, user_agent, verdict)
       select $1, 'open', 'x', 'program' from generate_series(1, 999)`,
      [id],
    );
    for (let place = 0; place < 3; place += 1) await links.get(`/o/${links.token('open', id)}.gif`);
    await links.get(`/i/${links.token('review', id)}`);
    const stored = await links.hits(id);
    expect(stored.filter(({ kind }) => kind === 'open')).toHaveLength(1_000);
    expect(stored.filter(({ kind }) => kind === 'review')).toHaveLength(1);
  });

  it('are forgotten after 90 days', async () => {
    const id = await links.message(settings);
    await links.world.admin.query(
      `insert into invitations.hits (request_id, kind, verdict, happened_at) values
       ($1, 'open', 'person', now() - interval '90 days 1 hour'), ($1, 'open', 'person', now() - interval '89 days')`,
      [id],
    );
    const dataSource = await connect();
    try {
      expect(await new HitsRepository(new Database(dataSource, 'invitations')).purge()).toBe(true);
    } finally {
      await dataSource.destroy();
    }
    expect(await links.hits(id)).toHaveLength(1);
  });

  it('are forgotten after 90 days, also behind thousands that nobody decided', async () => {
    const id = await links.message(settings);
    await links.world.admin.query(
      `insert into invitations.hits (request_id, kind, verdict, happened_at, decide_at)
       select $1, 'open', case when place > 5000 then 'person' end, now() - interval '91 days', now() + interval '1 hour'
       from generate_series(1, 5010) as place`,
      [id],
    );
    await links.chores.run('old_hits');
    expect(await links.hits(id)).toEqual([]);
  });

  it('that cannot be decided hold up no others, and are given up after ten tries', async () => {
    const [bad, good] = [await links.message(settings), await links.message(settings)];
    const { admin } = links.world;
    const add = (id: number, count: number, since: string) =>
      admin.query(
        `insert into invitations.hits (request_id, kind, user_agent, happened_at, decide_at)
         select $1, 'open', 'x', now() - $3::interval, now() - $3::interval from generate_series(1, $2)`,
        [id, count, since],
      );
    const verdicts = async (id: number) => [...new Set((await links.hits(id)).map(({ verdict }) => verdict))];
    await admin.query(
      `create function invitations.refuse() returns trigger language plpgsql as 'begin raise exception ''no verdict''; end'`,
    );
    await admin.query(
      `create trigger refuse before update on invitations.hits for each row
       when (new.request_id = ${bad} and new.verdict in ('person', 'program')) execute function invitations.refuse()`,
    );
    try {
      links.world.expectErrors(/Gave up to decide/);
      await add(bad, 5_001, '2 hours');
      await add(good, 1, '1 hour');
      await links.chores.run('hits');
      await links.chores.run('hits');
      expect(await verdicts(bad)).toEqual([null]);
      expect(await verdicts(good)).not.toContain(null);
      await admin.query('update invitations.hits set attempts = 9, decide_at = now() where request_id = $1', [
        bad,
      ]);
      await links.chores.run('hits');
      expect(await verdicts(bad)).toEqual(['unknown']);
      expect(links.world.logs.lines).toContainEqual(
        expect.objectContaining({
          level: 'error',
          message: expect.objectContaining({ invitation_id: bad, hits: 5_001 }),
        }),
      );
    } finally {
      await admin.query('drop function invitations.refuse() cascade');
    }
  });

  it('are decided once and in their order by two replicas, also while the person is erased', async () => {
    const id = await links.message(settings, { recipient: 'shared@example.com' });
    const reminder = await links.reminder(settings, id, 'shared@example.com');
    const dataSource = await connect();
    const other = await startServices([
      {
        definition: invitationsService,
        settings: { ...links.world.settings('invitations'), PORT: '0', METRICS_PORT: '0' },
      },
    ]);
    const erasure = dataSource.createQueryRunner();
    try {
      // Both replicas must wait for this transaction, which locks what an erasure does, in the same order.
      await erasure.startTransaction();
      await erasure.query('select 1 from requests where id = any ($1::bigint[]) for update', [
        [id, reminder],
      ]);
      await links.world.admin.query(
        `insert into invitations.hits (request_id, kind, user_agent, happened_at, decide_at)
         select $1, 'review', $2, now() - interval '30 minutes' + make_interval(secs => 10 * place), now()
         from generate_series(1, 60) as place`,
        [id, CHROME],
      );
      await eventually(
        () =>
          links.world.admin.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%parent_id = any%for update'`,
          ),
        (waiting) => waiting.length === 2,
        'both replicas to wait for the message',
      );
      await erasure.query('update hits set network = null where request_id = $1', [id]);
      await erasure.commitTransaction();
      await eventually(
        () => links.hits(id),
        (hits) => hits.every(({ verdict }) => verdict === 'person'),
        'the hits to be decided',
      );
    } finally {
      if (erasure.isTransactionActive) await erasure.rollbackTransaction();
      await dataSource.destroy();
      await other.close();
    }
    const entries = await links.world.admin.query<{ at: Date }>(
      `select created_at as at from invitations.activity where request_id = $1 and type = 'clicked' order by id`,
      [id],
    );
    const times = entries.map(({ at }) => at.getTime());
    expect(times).toHaveLength(60);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(await links.row(id)).toMatchObject({ click_count: 60, clicked_on: entries[0]?.at });
    expect(await links.activity(reminder)).toMatchObject([{ type: 'cancelled' }]);
  });
});
