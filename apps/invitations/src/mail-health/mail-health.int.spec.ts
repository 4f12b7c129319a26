import { buildPublicPrincipal, eventually, type HttpResult } from '@plaudit/testing';
import { SendingWorld } from '../sending/sending-world.suite';

const LOGIN_MISSING = '530 5.7.0 Authentication required';
const GONE = '550 5.1.1 User unknown';
const LATER = 30 * 86_400;
const SECRET = 'a-secret-of-thirty-two-characters';

type Tenant = Awaited<ReturnType<SendingWorld['tenant']>>;

/** The replies to RCPT that people of each kind get. */
const REPLIES = {
  gone: [
    '550 5.1.1 <kim@shop.example>: Recipient address rejected: User unknown in local recipient table',
    '550 No such user here',
    '550-5.1.1 The email account that you tried to reach does not exist.\r\n550 5.1.1 Please check the address',
    '550 5.4.1 Recipient address rejected: Access denied.',
    "554 delivery error: dd This user doesn't have a yahoo.com account (kim@yahoo.com) [0]",
    '552 1 Requested mail action aborted, mailbox not found',
    '554 5.7.1 <kim@shop.example>: Recipient address rejected: User unknown in local recipient table',
    '550 5.2.1 The email account that you tried to reach is disabled',
  ],
  policy: [
    '550-"JunkMail rejected - mail.example [203.0.113.7]:40312 is\r\n550-in an RBL, see\r\n550 https://blocklist.example/q"',
    '550-Your message was blocked for policy reasons.\r\n550 5.7.1 Contact postmaster',
    "550 SC-001 (COL004) Unfortunately, messages from 203.0.113.7 weren't sent. Part of its network is on our block list",
    '550 Ip frequency limited',
    '550 Mailbox unavailable. The server response was: 550 5.7.1 Service refused (S3150)',
    '554 5.7.1 Message contains spam or virus',
  ],
  operator: [
    '550 relay not permitted',
    '550 Please turn on SMTP Authentication in your mail client',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '550-Verification failed for <reviews@shop.example>\r\n550-No such person at this address\r\n550 Sender verify failed',
  ],
  full: ['550 Mailbox quota exceeded', '552 5.2.2 Mailbox over quota', '552 sorry, over quota (#5.2.2)'],
  later: [
    '452 4.2.2 Mailbox full',
    '451 4.7.1 Greylisting in action, please come back later',
    '421 4.7.0 Try again later',
  ],
} as const;
type Kind = keyof typeof REPLIES | 'fine';

/** Fifty people, so many of each kind as there are replies. The kinds are mixed, as in a real list. */
function people(): { recipient: string; kind: Kind; reply: string | null }[] {
  const refused = Object.entries(REPLIES).flatMap(([kind, replies]) =>
    replies.map((reply, place) => ({
      recipient: `${kind}${place}@people.example.org`,
      kind: kind as Kind,
      reply,
    })),
  );
  const fine = Array.from({ length: 50 - refused.length }, (_value, place) => ({
    recipient: `fine${place}@people.example.org`,
    kind: 'fine' as const,
    reply: null,
  }));
  return [...refused, ...fine]
    .map((one, place) => [one, (place * 7) % 50] as const)
    .toSorted(([, a], [, b]) => a - b)
    .map(([one]) => one);
}

describe('the health of mails', () => {
  let world: SendingWorld;

  beforeAll(async () => (world = await SendingWorld.start({ BOUNCE_WEBHOOK_SECRET: SECRET })));
  afterAll(() => world.close());
  afterEach(() => world.smtp.follow({}));

  const client = ({ subAccountId }: Pick<Tenant, 'subAccountId'>) =>
    world.world.as({ account_id: subAccountId, sub_account_id: subAccountId });
  const status = (tenant: Tenant): Promise<HttpResult> =>
    client(tenant).get('invitations', '/public/v1/invite/sending/status');
  const retry = (tenant: Tenant, body: object = {}): Promise<HttpResult> =>
    client(tenant).post('invitations', '/public/v1/invite/sending/retry', { body });
  const doubtful = (tenant: Tenant, id: number, query = ''): Promise<HttpResult> =>
    client(tenant).get('invitations', `/public/v1/invite/fuses/requests/${id}${query}`);
  const decide = (tenant: Tenant, id: number, body: object): Promise<HttpResult> =>
    client(tenant).post('invitations', `/public/v1/invite/fuses/decide/${id}`, { body });

  /** Reports a mail that came back after it was sent. */
  async function report(body: object): Promise<void> {
    const headers = { authorization: `Bearer ${SECRET}` };
    const answer = await world.world
      .as(buildPublicPrincipal())
      .post('invitations', '/hooks/bounce', { headers, body });
    expect(answer).toMatchObject({ status: 200 });
  }

  /** Waits until the requests wait because of the stop. */
  async function stopped(ids: readonly number[], code = 'smtp_auth') {
    return Promise.all(
      ids.map((id) =>
        eventually(
          () => world.request(id),
          (row) => row.status === 'pending' && row['error_code'] === code && row['lease_id'] === null,
          `request ${id} to wait for its sender`,
        ),
      ),
    );
  }

  async function suppressedIn({ subAccountId }: Tenant): Promise<string[]> {
    const rows = await world.world.admin.query<{ recipient: string }>(
      'select recipient from invitations.suppressions where sub_account_id = $1 order by recipient',
      [subAccountId],
    );
    return rows.map(({ recipient }) => recipient);
  }

  /** Lets the pauses of stops pass. */
  async function passPauses({ subAccountId }: Tenant): Promise<void> {
    await world.world.admin.query(
      "update invitations.sending_stops set next_try_on = now() - interval '1 second' where sub_account_id = $1",
      [subAccountId],
    );
    await world.world.admin.query(
      `update invitations.requests set due_at = now() - interval '1 second'
       where sub_account_id = $1 and status = 'pending' and due_at < now() + interval '7 minutes'`,
      [subAccountId],
    );
    await world.wakeLane(subAccountId);
    await world.chores.run('sending_stops');
  }

  const numbered = (name: string, count: number): { recipient: string }[] =>
    Array.from({ length: count }, (_value, place) => ({ recipient: `${name}${place}@${name}.example.org` }));

  describe('A send of fifty mails to people whose servers give every kind of reply', () => {
    it('suppresses those whose mailbox does not exist, and nobody else, and every other mail leaves in the end', async () => {
      const all = people();
      const replies = new Map(all.map(({ recipient, reply }) => [recipient, reply]));
      world.smtp.follow((_number, to) => {
        const reply = replies.get(to);
        return reply ? { rcpt: reply } : {};
      });
      const tenant = await world.tenant();
      const ids = await world.queue(tenant, all);
      const of = (kind: Kind): number[] => ids.filter((_id, place) => all[place]!.kind === kind);
      const mayWait = new Set([...of('operator'), ...of('later')]);
      await eventually(
        async () => {
          const rows = await Promise.all(ids.map((id) => world.request(id)));
          const waiting = rows.filter(({ status, id }) => status === 'pending' && !mayWait.has(Number(id)));
          if (waiting.length > 0) await passPauses(tenant);
          return rows.filter(({ status, id }) =>
            mayWait.has(Number(id)) ? status === 'sending' : status === 'pending' || status === 'sending',
          );
        },
        (open) => open.length === 0,
        'all mails to end',
        { intervalMs: 500 },
      );
      expect(await suppressedIn(tenant)).toEqual(
        REPLIES.gone.map((_reply, place) => `gone${place}@people.example.org`),
      );
      const statesOf = async (kind: Kind) =>
        [
          ...new Set(
            (await Promise.all(of(kind).map((id) => world.request(id)))).map(
              ({ status, error_code }) => `${status} ${String(error_code)}`,
            ),
          ),
        ].toSorted();
      expect(await statesOf('fine')).toEqual(['sent null']);
      expect(await statesOf('gone')).toEqual(['failed hard_bounce']);
      expect(await statesOf('full')).toEqual(['failed mailbox_full']);
      expect(await statesOf('policy')).toEqual(['failed rejected_by_policy']);
      for (const id of [...of('operator'), ...of('later')])
        expect(await world.request(id)).toMatchObject({ status: 'pending', failed_on: null });
      expect((await status(tenant)).body).toMatchObject({ fuses: [] });
    });
  });

  describe('A mail server that wants a login that is missing', () => {
    it('stops the mails of the sender without using attempts, says so, and lets them go when it takes one', async () => {
      world.smtp.follow({ mail: LOGIN_MISSING });
      const tenant = await world.tenant();
      const ids = await world.queue(tenant, numbered('login', 60));
      const rows = await stopped(ids);
      expect(new Set(rows.map(({ attempts }) => attempts))).toEqual(new Set([0]));
      const { body } = await status(tenant);
      expect(body).toEqual({
        mail: { delivery: 'sent' },
        sms: { delivery: 'kept' },
        stops: [
          {
            sender: 'reviews@localhost',
            code: 'smtp_auth',
            msg: LOGIN_MISSING,
            since: expect.stringMatching(/^\d{4}-/),
            next_try_on: expect.stringMatching(/^\d{4}-/),
            waiting: 60,
          },
        ],
        fuses: [],
      });
      const activity = await Promise.all(ids.map((id) => world.activity(id)));
      expect(activity.flat()).toContainEqual(
        expect.objectContaining({
          type: 'rescheduled',
          detail: expect.objectContaining({ reason: 'sending_stopped' }),
        }),
      );
      expect(await suppressedIn(tenant)).toEqual([]);
      // Other tenants see nothing of it.
      expect((await status(await world.tenant())).body).toMatchObject({ stops: [] });

      const before = world.smtp.conversations;
      expect((await retry(tenant)).body).toEqual({ success: true, senders: 1 });
      await eventually(
        () => Promise.resolve(world.smtp.conversations),
        (count) => count > before,
        'a mail that tries',
      );
      await stopped(ids);
      expect(world.smtp.conversations).toBe(before + 1);

      world.smtp.follow({});
      await retry(tenant, { sender: 'Reviews@localhost ' });
      for (const id of ids) expect(await world.reached(id, 'sent')).toMatchObject({ attempts: 1 });
      expect((await status(tenant)).body).toMatchObject({ stops: [] });
    });

    it('does not claim or write the waiting requests until the sender is accepted, but for one that tries', async () => {
      world.smtp.follow({ mail: LOGIN_MISSING });
      const tenant = await world.tenant();
      const ids = await world.queue(tenant, numbered('still', 40));
      const before = await stopped(ids);
      expect(new Set(before.map(({ due_at }) => due_at?.getUTCFullYear()))).toEqual(new Set([9999]));
      const later = await world.queue(tenant, numbered('added', 10));
      await stopped(later);
      const rows = async () => Promise.all([...ids, ...later].map((id) => world.request(id)));
      const waiting = await rows();
      const conversations = world.smtp.conversations;
      await passPauses(tenant);
      await eventually(
        () => Promise.resolve(world.smtp.conversations),
        (count) => count > conversations,
        'a mail that tries',
      );
      await stopped([...ids, ...later]);
      await world.chores.run('released_messages');
      const changed = (await rows()).filter(({ version }, place) => version !== waiting[place]!['version']);
      expect(changed).toHaveLength(1);
      expect(world.smtp.conversations).toBe(conversations + 1);
      world.smtp.follow({});
      await passPauses(tenant);
      for (const id of [...ids, ...later]) await world.reached(id, 'sent');
    });

    it('loses no request that began to wait at the moment at which the stop ended', async () => {
      world.smtp.follow({ mail: LOGIN_MISSING });
      const tenant = await world.tenant();
      const ids = await world.queue(tenant, numbered('late', 3));
      await stopped(ids);
      await world.world.admin.query(
        'update invitations.sending_stops set ended_on = now() where sub_account_id = $1',
        [tenant.subAccountId],
      );
      world.smtp.follow({});
      await world.chores.run('released_messages');
      for (const id of ids) expect(await world.reached(id, 'sent')).toMatchObject({ attempts: 1 });
    });

    it('is written once into the activity of a request that tries again and again, although each reply has another id', async () => {
      world.smtp.follow((number) => ({ mail: `${LOGIN_MISSING} k${number}si-gsmtp` }));
      const tenant = await world.tenant();
      const [id] = await world.queue(tenant, numbered('again', 1));
      await stopped([id!]);
      for (let tries = 0; tries < 3; tries += 1) {
        const { error_msg: before } = await world.request(id!);
        await retry(tenant);
        await eventually(
          () => world.request(id!),
          (row) => row['error_msg'] !== before && row['lease_id'] === null,
          'another reply',
        );
      }
      const types = (await world.activity(id!)).map(({ type }) => type);
      expect(types.filter((type) => type === 'deferred' || type === 'rescheduled')).toEqual([
        'deferred',
        'rescheduled',
      ]);
    });

    it('says so to a person who sends one now, and the request waits with the others', async () => {
      world.smtp.follow({ mail: LOGIN_MISSING });
      const tenant = await world.tenant();
      const [waiting, asked] = await world.queue(tenant, [
        { recipient: 'first@asked.example.org' },
        { recipient: 'asked@asked.example.org', dueIn: LATER },
      ]);
      await stopped([waiting!]);
      const send = () => client(tenant).post('invitations', `/public/v1/invite/requests/send/${asked}`);
      expect(await send()).toMatchObject({
        status: 200,
        body: {
          request: { status: 'pending', attempts: 0, error: { code: 'smtp_auth', msg: LOGIN_MISSING } },
        },
      });
      world.smtp.follow({});
      expect(await send()).toMatchObject({ body: { request: { status: 'sent' } } });
      await world.reached(waiting!, 'sent');
    });
  });

  describe('A sender that the mail server refuses', () => {
    it('does not stop another sender, and goes on under the address that its profile has got', async () => {
      const refused = new Set(['one@sender.example.org']);
      world.smtp.follow((_number, to) =>
        refused.has(to)
          ? { rcpt: '553 5.7.1 <wrong@shop.example>: Sender address rejected: not owned by user' }
          : {},
      );
      const tenant = await world.tenant({ from_email: 'wrong@shop.example' });
      const other = await world.profile(tenant.subAccountId);
      const [id] = await world.queue(tenant, [{ recipient: 'one@sender.example.org' }]);
      await stopped([id!], 'smtp_sender_refused');
      const [fine] = await world.queue({ ...tenant, settingsId: other }, [
        { recipient: 'two@sender.example.org' },
      ]);
      await world.reached(fine!, 'sent');
      expect((await status(tenant)).body).toMatchObject({
        stops: [{ sender: 'wrong@shop.example', waiting: 1 }],
      });
      refused.clear();
      await world.world.admin.query(
        `update invitations.settings_profiles set settings = settings || '{"from_email": "right@shop.example"}' where id = $1`,
        [tenant.settingsId],
      );
      await world.chores.run('released_messages');
      await world.reached(id!, 'sent');
      const mail = world.smtp.mails.find(({ recipients }) => recipients.includes('one@sender.example.org'));
      expect(mail?.raw).toMatch(/^From: .*<right@shop\.example>/m);
      expect((await status(tenant)).body).toMatchObject({ stops: [] });
    });
  });

  describe('Requests that wait for their sender', () => {
    it('do not try with a paused profile while another one has the same sender', async () => {
      world.smtp.follow({ mail: LOGIN_MISSING });
      const tenant = await world.tenant();
      const other = await world.profile(tenant.subAccountId);
      const first = await world.queue(tenant, numbered('early', 1));
      await stopped(first);
      const paused = await world.queue(tenant, numbered('paused', 10));
      await stopped(paused);
      const [free] = await world.queue({ ...tenant, settingsId: other }, numbered('free', 1));
      await stopped([free!]);
      await world.world.admin.query(
        'update invitations.settings_profiles set paused_on = now() where id = $1',
        [tenant.settingsId],
      );
      world.smtp.follow({});
      await passPauses(tenant);
      await world.reached(free!, 'sent');
      for (const id of [...first, ...paused])
        await eventually(
          () => world.request(id),
          (row) => row['error_code'] === 'settings_paused',
          `request ${id} to wait for its profile`,
        );
    });

    it('get the new sender of their profile, also those that were made with the old one before it was refused', async () => {
      world.smtp.follow((_number, to) =>
        to.startsWith('grey')
          ? { rcpt: '451 4.7.1 Greylisting in action, please come back later' }
          : { rcpt: '553 5.7.1 <old@shop.example>: Sender address rejected: not owned by user' },
      );
      const tenant = await world.tenant({ from_email: 'old@shop.example' });
      const made = await world.queue(tenant, numbered('grey', 3));
      for (const id of made) await world.deferred(id, 1);
      const refused = await world.queue(tenant, numbered('unmade', 1));
      await stopped(refused, 'smtp_sender_refused');
      for (const id of made) await world.makeDue(id);
      await stopped(made, 'smtp_sender_refused');
      world.smtp.follow({});
      await world.world.admin.query(
        `update invitations.settings_profiles set settings = settings || '{"from_email": "new@shop.example"}' where id = $1`,
        [tenant.settingsId],
      );
      await world.chores.run('released_messages');
      for (const id of [...made, ...refused]) await world.reached(id, 'sent');
      expect((await status(tenant)).body).toMatchObject({ stops: [] });
    });

    it('still say so after their recipient was changed', async () => {
      world.smtp.follow({ mail: LOGIN_MISSING });
      const tenant = await world.tenant();
      const [id] = await world.queue(tenant, numbered('typo', 1));
      await stopped([id!]);
      const changed = await client(tenant).put('invitations', `/public/v1/invite/requests/update/${id}`, {
        body: { recipient: 'right@typo.example.org' },
      });
      expect(changed).toMatchObject({ status: 200 });
      await stopped([id!]);
      expect((await status(tenant)).body).toMatchObject({ stops: [{ waiting: 1 }] });
      world.smtp.follow({});
      await retry(tenant);
      expect(await world.reached(id!, 'sent')).toMatchObject({ recipient: 'right@typo.example.org' });
    });
  });

  describe('A report that blames our relay or sender', () => {
    it('fails its request and counts for the operator, but suppresses nobody and stops nothing', async () => {
      const tenant = await world.tenant();
      const [id] = await world.queue(tenant, [{ recipient: 'blamed@report.example.org' }]);
      await world.reached(id!, 'sent');
      await report({ type: 'hard', request_id: id, code: '5.7.1', reason: '550 5.7.1 Relaying denied' });
      expect(await world.request(id!)).toMatchObject({ status: 'failed', error_code: 'smtp_operator' });
      expect(await suppressedIn(tenant)).toEqual([]);
      expect((await status(tenant)).body).toMatchObject({ stops: [], fuses: [] });
      const metrics = await (await fetch(world.world.metricsUrl)).text();
      expect(metrics).toMatch(/plaudit_invite_operator_replies_total\{[^}]*origin="report"[^}]*\} 1\n/);
    });
  });

  describe('A mail that alone is refused as if our login was wrong', () => {
    it('uses up its attempts once others are accepted, and stops nobody any more', async () => {
      world.smtp.follow((_number, to) =>
        to.startsWith('poison') ? { rcpt: '550 relay not permitted' } : {},
      );
      const tenant = await world.tenant();
      const [poison] = await world.queue(tenant, [{ recipient: 'poison@alone.example.org' }]);
      await stopped([poison!], 'smtp_relay_refused');
      const [fine] = await world.queue(tenant, [{ recipient: 'fine@alone.example.org' }]);
      await stopped([fine!], 'smtp_relay_refused');
      await passPauses(tenant);
      await world.reached(fine!, 'sent');
      const row = await world.deferred(poison!, 1);
      expect(row).toMatchObject({ error_code: 'smtp_relay_refused' });
      const [next] = await world.queue(tenant, [{ recipient: 'next@alone.example.org' }]);
      expect(await world.reached(next!, 'sent')).toMatchObject({ attempts: 1 });
      for (let attempt = 2; attempt <= 5; attempt += 1) {
        await world.makeDue(poison!);
        await world.deferred(poison!, attempt);
      }
      await world.makeDue(poison!);
      expect(await world.reached(poison!, 'failed')).toMatchObject({ error_code: 'smtp_relay_refused' });
      expect(await suppressedIn(tenant)).toEqual([]);
    });
  });

  describe('More than a fifth of the mails that come back as unknown', () => {
    /** Sends to people of whom the first `gone` do not exist, and waits until all have ended. */
    async function send(tenant: Tenant, name: string, count: number, gone: number): Promise<number[]> {
      world.smtp.follow((_number, to) =>
        Number(/\d+/.exec(to)?.[0]) < gone && to.startsWith(name) ? { rcpt: GONE } : {},
      );
      const ids = await world.queue(tenant, numbered(name, count));
      for (const [place, id] of ids.entries()) await world.reached(id, place < gone ? 'failed' : 'sent');
      return ids;
    }

    const codes = async (ids: readonly number[]): Promise<unknown[]> =>
      Promise.all(ids.map(async (id) => (await world.request(id))['error_code']));

    it('are suppressed no more until a person decides; that they do not exist suppresses all', async () => {
      const tenant = await world.tenant();
      const ids = await send(tenant, 'list', 30, 30);
      const kinds = await codes(ids);
      const held = kinds.filter((code) => code === 'hard_bounce_unverified').length;
      expect(held).toBeGreaterThanOrEqual(10);
      expect(kinds.filter((code) => code === 'hard_bounce')).toHaveLength(30 - held);
      expect(await suppressedIn(tenant)).toHaveLength(30 - held);
      const { fuses } = (await status(tenant)).body as { fuses: { id: number; requests: number }[] };
      expect(fuses).toEqual([
        {
          id: expect.any(Number),
          server: null,
          since: expect.stringMatching(/^\d{4}-/),
          mails: expect.any(Number),
          gone: expect.any(Number),
          requests: held,
        },
      ]);
      const waiting = kinds.indexOf('hard_bounce_unverified');
      expect(await world.request(ids[waiting]!)).toMatchObject({ error_msg: expect.stringContaining(GONE) });

      const [fuse] = fuses;
      const stranger = await world.tenant();
      expect(await decide(stranger, fuse!.id, { suppress: true })).toMatchObject({ status: 404 });
      expect(await decide(tenant, fuse!.id, {})).toMatchObject({ status: 400 });
      expect(await decide(tenant, fuse!.id, { suppress: true, undo: true })).toMatchObject({
        status: 400,
        body: { field: 'undo' },
      });
      const [pending] = await world.queue(tenant, [
        { recipient: `list${waiting}@list.example.org`, dueIn: LATER },
      ]);
      expect((await decide(tenant, fuse!.id, { suppress: true })).body).toEqual({
        success: true,
        suppressed: held,
        undone: 0,
      });
      expect(await suppressedIn(tenant)).toHaveLength(30);
      expect(await world.request(pending!)).toMatchObject({
        status: 'skipped',
        skip_reason: 'suppressed_bounce',
      });
      expect((await decide(tenant, fuse!.id, { suppress: true })).body).toEqual({
        success: true,
        suppressed: held,
        undone: 0,
      });
      expect(await decide(tenant, fuse!.id, { suppress: false })).toMatchObject({
        status: 409,
        body: {
          code: 'fuse_decided',
          field: 'suppress',
          msg: `Fuse ${fuse!.id} was decided with suppress true, which cannot be changed; change the suppression list instead.`,
        },
      });
      expect(await suppressedIn(tenant)).toHaveLength(30);
      expect((await status(tenant)).body).toMatchObject({ fuses: [] });
    });

    it('are listed page by page with the reply of their server until a person decides', async () => {
      const tenant = await world.tenant();
      const ids = await send(tenant, 'shown', 30, 30);
      const kinds = await codes(ids);
      const held = ids.filter((_id, place) => kinds[place] === 'hard_bounce_unverified');
      const { fuses } = (await status(tenant)).body as { fuses: { id: number }[] };
      const { id } = fuses[0]!;
      await world.world.admin.query("update invitations.requests set recipient = '' where id = $1", [
        held[0],
      ]);
      const first = await doubtful(tenant, id, '?limit=2');
      const recipientOf = (one: number): string => `shown${ids.indexOf(one)}@shown.example.org`;
      const shown = { name: 'Noa Bergman', msg: GONE, sent_on: expect.stringMatching(/^\d{4}-/) };
      expect(first.body).toEqual({
        items: [
          { ...shown, id: held[0], recipient: null },
          { ...shown, id: held[1], recipient: recipientOf(held[1]!) },
        ],
        next_cursor: held[1],
      });
      const rest = await doubtful(tenant, id, `?cursor=${held[1]}`);
      expect(rest.body).toMatchObject({ next_cursor: null });
      expect((rest.body as { items: { id: number }[] }).items.map((one) => one.id)).toEqual(held.slice(2));
      const found = await doubtful(tenant, id, `?search=${recipientOf(held[1]!).toUpperCase()}`);
      expect(found.body).toMatchObject({ items: [{ id: held[1] }] });
      expect((await doubtful(tenant, id, '?search=%25')).body).toMatchObject({ items: [] });
      expect(await doubtful(tenant, id, '?limit=0')).toMatchObject({ status: 400 });
      expect(await doubtful(await world.tenant(), id)).toMatchObject({ status: 404 });
      await decide(tenant, id, { suppress: false });
      expect((await doubtful(tenant, id)).body).toEqual({ items: [], next_cursor: null });
    });

    it('are gone with their counts and with the stops of senders after the sub account was deleted', async () => {
      const tenant = await world.tenant();
      const kept = await world.tenant();
      await send(tenant, 'closed', 30, 30);
      await send(kept, 'kept', 30, 30);
      world.smtp.follow({ mail: LOGIN_MISSING });
      for (const one of [tenant, kept])
        await stopped(await world.queue(one, [{ recipient: 'last@closed.example.org' }]));
      await world.world.admin.query(
        'update invitations.businesses set deleted = true where sub_account_id = $1',
        [tenant.subAccountId],
      );
      await world.chores.run('old_sending_stops');
      await world.chores.run('old_bounce_counts');
      for (const table of ['bounce_fuses', 'gone_mails', 'sending_stops']) {
        const rows = await world.world.admin.query<{ id: string }>(
          `select distinct sub_account_id as id from invitations.${table} where sub_account_id = any ($1::bigint[])`,
          [[tenant.subAccountId, kept.subAccountId]],
        );
        expect(rows.map(({ id }) => Number(id))).toEqual([kept.subAccountId]);
      }
    });

    it('are let go with those who were suppressed before, if the person says that the server was wrong', async () => {
      const tenant = await world.tenant();
      await world.suppress(tenant.subAccountId, 'asked@let.example.org');
      await send(tenant, 'let', 30, 30);
      const { fuses } = (await status(tenant)).body as { fuses: { id: number; requests: number }[] };
      const decided = await decide(tenant, fuses[0]!.id, { suppress: false, undo: true });
      expect(decided.body).toEqual({ success: true, suppressed: 0, undone: 30 - fuses[0]!.requests });
      expect(await suppressedIn(tenant)).toEqual(['asked@let.example.org']);
      // The next hour begins with the decision.
      await send(tenant, 'letnext', 6, 1);
      const repeated = await decide(tenant, fuses[0]!.id, { suppress: false, undo: true });
      expect(repeated.body).toEqual(decided.body);
      expect(await decide(tenant, fuses[0]!.id, { suppress: true })).toMatchObject({
        status: 409,
        body: { field: 'suppress' },
      });
      expect(await decide(tenant, fuses[0]!.id, { suppress: false })).toMatchObject({
        status: 409,
        body: { field: 'undo' },
      });
      expect(await suppressedIn(tenant)).toEqual(['asked@let.example.org', 'letnext0@letnext.example.org']);
    });

    it('need to be more than a fifth of at least twenty', async () => {
      const tenant = await world.tenant();
      await send(tenant, 'share', 24, 4);
      await send(tenant, 'few', 1, 1);
      expect(await suppressedIn(tenant)).toHaveLength(5);
      await send(tenant, 'more', 1, 1);
      expect(await suppressedIn(tenant)).toHaveLength(5);
      expect((await status(tenant)).body).toMatchObject({ fuses: [{ server: null, mails: 26, gone: 6 }] });
    });

    it('may be reported later: each counts once, and reports after the decision follow it', async () => {
      const tenant = await world.tenant();
      const ids = await send(tenant, 'dsn', 25, 0);
      const gone = (id: number) => report({ type: 'hard', request_id: id, code: '5.1.1' });
      for (const id of ids.slice(0, 5)) await gone(id);
      for (const id of ids.slice(0, 5)) await gone(id);
      expect(await suppressedIn(tenant)).toHaveLength(5);
      for (const id of [ids[5]!, ids[6]!, ids[5]!]) await gone(id);
      expect(await suppressedIn(tenant)).toHaveLength(5);
      const { fuses } = (await status(tenant)).body as { fuses: { id: number }[] };
      expect(fuses).toEqual([expect.objectContaining({ server: null, mails: 25, gone: 6, requests: 2 })]);
      expect(await world.request(ids[5]!)).toMatchObject({
        status: 'failed',
        error_code: 'hard_bounce_unverified',
      });
      await decide(tenant, fuses[0]!.id, { suppress: false, undo: true });
      await gone(ids[7]!);
      expect(await suppressedIn(tenant)).toEqual([]);
    });

    it('are decided once: two people who decide the same at the same time get the same response', async () => {
      const tenant = await world.tenant();
      await send(tenant, 'twice', 30, 30);
      const { fuses } = (await status(tenant)).body as { fuses: { id: number; requests: number }[] };
      const { id, requests } = fuses[0]!;
      const both = await Promise.all([1, 2].map(() => decide(tenant, id, { suppress: true })));
      const answer = { status: 200, body: { success: true, suppressed: requests, undone: 0 } };
      expect(both).toEqual([expect.objectContaining(answer), expect.objectContaining(answer)]);
      expect(await suppressedIn(tenant)).toHaveLength(30);
    });

    it('follow one decision: of two people who decide differently at the same time, one is refused', async () => {
      const tenant = await world.tenant();
      await send(tenant, 'differ', 30, 30);
      const { fuses } = (await status(tenant)).body as { fuses: { id: number }[] };
      const before = await suppressedIn(tenant);
      const [suppressing, sparing] = await Promise.all(
        [true, false].map((suppress) => decide(tenant, fuses[0]!.id, { suppress })),
      );
      expect([suppressing!.status, sparing!.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(await suppressedIn(tenant)).toHaveLength(suppressing!.status === 200 ? 30 : before.length);
    });

    it('leave those alone whose mail was sent before the hour, although it came back within it', async () => {
      const tenant = await world.tenant();
      const ids = await send(tenant, 'before', 30, 0);
      await world.world.admin.query(
        "update invitations.requests set sent_on = sent_on - interval '2 hours' where id = $1",
        [ids[29]],
      );
      for (const id of [ids[29]!, ...ids.slice(0, 8)]) await report({ type: 'hard', request_id: id });
      const { fuses } = (await status(tenant)).body as { fuses: { id: number }[] };
      expect((await decide(tenant, fuses[0]!.id, { suppress: false, undo: true })).body).toMatchObject({
        undone: 6,
      });
      expect(await suppressedIn(tenant)).toEqual(['before29@before.example.org']);
    });

    it('are counted for the same time as the mails that were sent', async () => {
      const tenant = await world.tenant();
      const ids = await send(tenant, 'edge', 25, 0);
      const { subAccountId } = tenant;
      // 100 mails were sent an hour before, of which 10 came back: all in the five minutes in which the hour begins.
      const slot = 'to_timestamp(floor(extract(epoch from now()) / 300) * 300)';
      const queries = [
        `update invitations.requests set sent_on = ${slot} + interval '150 seconds' where sub_account_id = $1`,
        `update invitations.server_sends set slot = ${slot} where account_id = $1 and server = ''`,
        `insert into invitations.server_sends (account_id, server, slot, sent) values ($1, '', ${slot} - interval '1 hour', 100)`,
        `insert into invitations.gone_mails (request_id, account_id, sub_account_id, server, sent_on)
         select 9000000000 + place, $1, $1, 'edge.example.org', ${slot} - interval '1 hour' + interval '200 seconds'
         from generate_series(1, 10) as place`,
      ];
      for (const query of queries) await world.world.admin.query(query, [subAccountId]);
      await report({ type: 'hard', request_id: ids[0] });
      expect(await suppressedIn(tenant)).toEqual(['edge0@edge.example.org']);
    });

    it('of one account do not keep another account from suppressing people at the same server', async () => {
      const careless = await world.tenant();
      const careful = await world.tenant();
      world.smtp.follow((_number, to) => (to.startsWith('gone') ? { rcpt: GONE } : {}));
      const at = (name: string, count: number) =>
        Array.from({ length: count }, (_value, place) => ({
          recipient: `${name}${place}@shared.example.org`,
        }));
      for (const id of await world.queue(careless, at('gone-a', 19))) await world.reached(id, 'failed');
      for (const id of await world.queue(careful, at('fine-b', 10))) await world.reached(id, 'sent');
      for (const id of await world.queue(careful, at('gone-b', 1))) await world.reached(id, 'failed');
      expect(await suppressedIn(careful)).toEqual(['gone-b0@shared.example.org']);
    });

    it('of several accounts keep every account from suppressing people at that server, and not at others', async () => {
      const tenants = [await world.tenant(), await world.tenant(), await world.tenant()];
      world.smtp.follow((_number, to) => (to.startsWith('gone') ? { rcpt: GONE } : {}));
      const at = (name: string, count: number) =>
        Array.from({ length: count }, (_value, place) => ({
          recipient: `${name}${place}@broken.example.org`,
        }));
      for (const [place, tenant] of tenants.entries()) {
        for (const id of await world.queue(tenant, numbered(`elsewhere${'abc'[place]}`, 30)))
          await world.reached(id, 'sent');
        const ids = await world.queue(tenant, [...at(`gone-${place}-`, 5), ...at(`fine-${place}-`, 6)]);
        for (const id of ids)
          await eventually(
            () => world.request(id),
            ({ status }) => status === 'failed' || status === 'sent',
            'an end',
          );
      }
      const [, , last] = tenants;
      const { fuses } = (await status(last!)).body as { fuses: { server: string; mails: number }[] };
      expect(fuses).toMatchObject([{ server: 'broken.example.org' }]);
      // Its own eleven, and none of the others.
      expect(fuses[0]!.mails).toBeLessThanOrEqual(11);
      for (const id of await world.queue(last!, [{ recipient: 'gone@other.example.org' }]))
        expect(await world.reached(id, 'failed')).toMatchObject({ error_code: 'hard_bounce' });
    });
  });
});
