import {
  type DomainEvent,
  forwardingProviderPaused,
  forwardingSettingsPaused,
  ROLE_IDS,
  webhookDisabled,
  type WebhookDisabledPayload,
} from '@plaudit/contracts';
import { buildEvent, eventually, type ReceivedMail, SmtpStandIn, waitUntilConsumed } from '@plaudit/testing';
import { ask, ORIGIN } from '../sign-in/sign-in-world.suite';
import { type AccountsWorld, newEmail, startAccountsWorld } from '../accounts/accounts-world.suite';

const DURABLE = 'gateway__webhook';

let gateway: AccountsWorld;
let server: SmtpStandIn;
let accountid: number;
/** The users of the account, by what they may do. */
let addresses: Record<'whole' | 'here' | 'elsewhere' | 'editor', string>;
let here: number;

beforeAll(async () => {
  server = await SmtpStandIn.start();
  gateway = await startAccountsWorld({
    nats: true,
    settings: { SMTP_URL: server.url, MAIL_FROM: 'Plaudit <plaudit@example.net>' },
  });
  accountid = (await gateway.admin.get('/account')).body.id;
  here = await gateway.addSubAccount('Harbour Bakery');
  const elsewhere = await gateway.addSubAccount('Hill Bakery');
  await gateway.addAccount();
  addresses = { whole: newEmail(), here: newEmail(), elsewhere: newEmail(), editor: newEmail() };
  const admin = { role_id: ROLE_IDS.admin };
  await gateway.addUser({ ...admin, email: addresses.whole, name: 'Noa Bergman' });
  await gateway.addUser({ ...admin, email: addresses.here, sub_accounts: [here] });
  await gateway.addUser({ ...admin, email: addresses.elsewhere, sub_accounts: [elsewhere] });
  await gateway.addUser({ role_id: ROLE_IDS.editor, email: addresses.editor });
});
afterAll(async () => {
  await gateway.close();
  await server.close();
});
beforeEach(() => {
  server.mails.length = 0;
  server.follow({});
});

const event = (envelope: Partial<DomainEvent> = {}): DomainEvent<WebhookDisabledPayload> =>
  buildEvent(webhookDisabled, { accountid, subaccountid: 0, ...(envelope as object) });

async function handle(...events: DomainEvent[]): Promise<void> {
  for (const one of events) await gateway.world.publishAgain(one);
  await waitUntilConsumed(gateway.world.natsUrl, DURABLE);
}

const waiting = (): Promise<{ attempts: number; address: string }[]> =>
  gateway.world.admin.query(
    `select m.attempts, u.email as address from gateway.admin_mails m join gateway.users u on u.id = m.user_id
     where m.lease_id is null and m.attempts > 0 order by u.id`,
  );
const noneLeft = (): Promise<unknown> =>
  eventually(
    () => gateway.world.admin.query('select 1 from gateway.admin_mails'),
    (rows) => rows.length === 0,
    'no mail to be left',
  );
const recipients = (): string[] => server.mails.flatMap((mail) => mail.recipients).sort();
async function makeDue(): Promise<void> {
  await gateway.world.admin.query('update gateway.admin_mails set due_at = clock_timestamp()');
  await gateway.sendMails();
}

describe('A webhook that was switched off', () => {
  it('is announced by one mail to each admin of the whole account, however often the event arrives', async () => {
    const disabled = event();
    await handle(disabled, disabled);
    await noneLeft();
    await handle(disabled);
    await noneLeft();
    expect(recipients()).toEqual(['admin@localhost', addresses.whole].sort());
    const { raw, from, messageId } = server.mails.find((mail) =>
      mail.recipients.includes(addresses.whole),
    ) as ReceivedMail;
    expect(from).toBe('plaudit@example.net');
    expect(messageId).toMatch(/^evt_[0-9a-f]{32}\.\d+@example\.net$/);
    expect(raw).toMatch(/^From: Plaudit <plaudit@example\.net>/m);
    expect(raw).toContain(`To: ${addresses.whole}`);
    expect(raw).not.toMatch(/Noa|My company/);
    expect(raw).toMatch(/^Subject: Webhook 17 was switched off/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(raw).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply/m);
    expect(raw).toMatch(/^Content-Type: text\/plain/m);
    expect(raw).toMatch(/^Content-Type: text\/html/m);
  });

  it('is announced to the admins of its sub account, too', async () => {
    await handle(event({ subaccountid: here }));
    await noneLeft();
    expect(recipients()).toEqual(['admin@localhost', addresses.whole, addresses.here].sort());
  });

  it('is announced in the language of the admin, without the name of its removed maker', async () => {
    await gateway.world.admin.query("update gateway.users set language = 'de' where email = $1", [
      addresses.whole,
    ]);
    const data = { ...webhookDisabled.example, reason: 'maker_removed', maker: 'CRM' } as const;
    await handle(event({ data }));
    await noneLeft();
    const rawFor = (address: string) =>
      server.mails.find((mail) => mail.recipients.includes(address))?.raw as string;
    expect(rawFor(addresses.whole)).toMatch(/^Subject: Webhook 17 wurde abgeschaltet/m);
    expect(rawFor('admin@localhost')).toContain('made it was removed');
    expect(rawFor('admin@localhost')).not.toContain('CRM');
    await gateway.world.admin.query('update gateway.users set language = null');
  });

  it('is not announced three days later, for example by a replay', async () => {
    await handle(event({ time: new Date(Date.now() - 73 * 3_600_000).toISOString() }));
    expect(await gateway.world.admin.query('select 1 from gateway.admin_mails')).toEqual([]);
    expect(server.mails).toEqual([]);
  });
});

describe('Settings that are paused', () => {
  it('are announced to the admins who may take them over, with a link to the page', async () => {
    const [main] = await gateway.world.admin.query<{ id: number }>(
      'select id from gateway.sub_accounts where account_id = $1 and main',
      [accountid],
    );
    await handle(buildEvent(forwardingProviderPaused, { accountid, subaccountid: 0 }));
    await eventually(recipients, ({ length }) => length === 2, 'two mails');
    expect(recipients()).toEqual(['admin@localhost', addresses.whole].sort());
    expect(server.mails[0]!.raw).toContain(`/app/${main!.id}/settings/ai`);
    server.mails.length = 0;
    await handle(buildEvent(forwardingSettingsPaused, { accountid, subaccountid: here }));
    await eventually(recipients, ({ length }) => length === 3, 'three mails');
    expect(recipients()).toEqual(['admin@localhost', addresses.whole, addresses.here].sort());
    expect(server.mails[0]!.raw).toContain(`/app/${here}/invitations/profiles/12`);
    await noneLeft();
  });
});

describe('A mail to an admin', () => {
  it('is sent later if the mail server is down, unless the user is no longer an admin', async () => {
    const { port } = server;
    await server.close();
    await handle(event({ subaccountid: here }));
    const rows = await eventually(waiting, (found) => found.length === 3, 'three mails that wait');
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    await gateway.world.admin.query("update gateway.users set role = 'editor' where email = $1", [
      addresses.here,
    ]);
    await server.listen(port);
    await makeDue();
    await noneLeft();
    expect(recipients()).toEqual(['admin@localhost', addresses.whole].sort());
    await gateway.world.admin.query("update gateway.users set role = 'admin' where email = $1", [
      addresses.here,
    ]);
  });

  it('is sent once more if the server refuses it for now, and not if it refuses the recipient', async () => {
    server.follow((_conversation, recipient) => {
      if (recipient === '') return {};
      return { rcpt: recipient === addresses.whole ? '550 5.1.1 No such user' : '450 4.2.0 Try later' };
    });
    await handle(event());
    const rows = await eventually(waiting, (found) => found.length === 1, 'one mail that waits');
    expect(rows).toEqual([{ attempts: 1, address: 'admin@localhost' }]);
    server.follow({});
    await makeDue();
    await noneLeft();
    expect(recipients()).toEqual(['admin@localhost']);
  });

  it('counts as sent if the server took it and did not answer', async () => {
    server.follow({ end: 'drop' });
    await handle(event());
    await noneLeft();
    expect(recipients()).toEqual(['admin@localhost', addresses.whole].sort());
  });

  it('is given up after three days', async () => {
    server.follow({ rcpt: '450 4.2.0 Try later' });
    await handle(event());
    await eventually(waiting, (found) => found.length === 2, 'two mails that wait');
    await gateway.world.admin.query(
      "update gateway.admin_mails set occurred_on = occurred_on - interval '73 hours'",
    );
    await makeDue();
    await noneLeft();
    expect(server.mails).toEqual([]);
  });
});

describe('A gateway without a mail server', () => {
  it('stores no mails', async () => {
    const silent = await startAccountsWorld({ nats: true, settings: { PUBLIC_URL: ORIGIN } });
    try {
      const { id } = (await silent.admin.get('/account')).body;
      await silent.world.publish(event({ accountid: id }));
      await waitUntilConsumed(silent.world.natsUrl, DURABLE);
      const body = { email: 'admin@localhost' };
      const asked = await ask(silent, '/app/password/forgot', { method: 'POST', body });
      expect(asked.json()).toEqual({ success: true, delivery: 'none' });
      for (const table of ['admin_mails', 'reset_mails']) {
        expect(await silent.world.admin.query(`select 1 from gateway.${table}`)).toEqual([]);
      }
    } finally {
      await silent.close();
    }
  });
});
