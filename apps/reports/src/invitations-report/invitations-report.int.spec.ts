import {
  type EventDefinition,
  inviteClicked,
  inviteFailed,
  inviteOpened,
  type InvitePayload,
  inviteQueued,
  inviteReviewed,
  inviteSent,
  inviteUnsubscribed,
} from '@plaudit/contracts';
import { buildEvent, fakeOnly } from '@plaudit/testing';
import { PlantedReports } from '../planted-reports.suite';

const INVITATIONS = '/reports/invitations';
const JANUARY = { from: '2026-01-01', to: '2026-01-31' };

describe('GET /reports/invitations', () => {
  let reports: PlantedReports;
  beforeAll(async () => (reports = await PlantedReports.start()));
  beforeEach(async () => {
    await reports.empty();
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-03-10T12:00:00Z'));
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => reports.close());

  /** Stores an invitation of 10 January that reached these stages, unless `data` says otherwise. */
  const invitation = (
    id: number,
    stages: readonly EventDefinition<InvitePayload>[],
    data: Partial<InvitePayload> = {},
    subaccountid = 1,
  ): Promise<void> =>
    reports.invitations(
      stages.map((stage, index) =>
        buildEvent(stage, {
          aggregateversion: index + 1,
          subaccountid,
          accountid: subaccountid === 3 ? 2 : 1,
          data: { created_on: '2026-01-10 12:00:00', happened_on: '2026-02-20 12:00:00', ...data, id },
        }),
      ),
    );
  const SENT = [inviteQueued, inviteSent];
  const NO_RATES = { sent: null, delivered: null, opened: null, clicked: null, reviewed: null };
  const zero = {
    queued: 0,
    sent: 0,
    kept: 0,
    delivered: 0,
    opened: 0,
    clicked: 0,
    reviewed: 0,
    unsubscribed: 0,
    failed: 0,
    rates: { ...NO_RATES, unsubscribed: null, failed: null },
  };

  it('has every type and step with null rates without invitations', async () => {
    const { status, body } = await reports.get(INVITATIONS);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      from: '2025-04-01',
      to: '2026-03-10',
      totals: zero,
      profiles: [],
      types: { email: zero, sms: zero },
      steps: [0, 1, 2, 3].map((step) => ({ step, ...zero })),
    });
  });

  it('counts the invitations of the period by the stages that they reached, also after it', async () => {
    await invitation(1, [...SENT, inviteOpened, inviteClicked, inviteReviewed]);
    await invitation(2, [...SENT, inviteOpened, inviteUnsubscribed]);
    await invitation(3, [...SENT, inviteFailed]);
    await invitation(4, [inviteQueued]);
    const { totals } = (await reports.get(INVITATIONS, JANUARY)).body;
    expect(totals).toEqual({
      queued: 4,
      sent: 3,
      kept: 0,
      delivered: 2,
      opened: 2,
      clicked: 1,
      reviewed: 1,
      unsubscribed: 1,
      failed: 1,
      rates: {
        sent: 0.75,
        delivered: 0.6667,
        opened: 0.6667,
        clicked: 0.3333,
        reviewed: 0.3333,
        unsubscribed: 0.3333,
        failed: 0.25,
      },
    });
  });

  it('counts what was kept apart from what was sent, and openings as shares of both', async () => {
    const kept = { delivery: 'kept' } as Partial<InvitePayload>;
    await invitation(1, [...SENT, inviteOpened], kept);
    await invitation(2, SENT, kept);
    const { totals, profiles } = (await reports.get(INVITATIONS, JANUARY)).body;
    const rates = { sent: 0, delivered: null, opened: 0.5, clicked: 0, failed: 0 };
    expect(totals).toMatchObject({ queued: 2, sent: 0, kept: 2, delivered: 0, opened: 1, rates });
    expect(profiles).toMatchObject([{ settings_id: 5, sent: 0, kept: 2 }]);
    await invitation(3, SENT);
    await invitation(4, SENT);
    expect((await reports.get(INVITATIONS, JANUARY)).body.totals).toMatchObject({
      sent: 2,
      kept: 2,
      delivered: 2,
      rates: { sent: 0.5, delivered: 1, opened: 0.25 },
    });
  });

  it('adds up by settings profile, type and step', async () => {
    await invitation(1, SENT, { settings_id: 5, settings_name: 'Purchase' });
    await invitation(2, SENT, { settings_id: 6, settings_name: 'Visit', type: 'sms' });
    await invitation(3, SENT, { settings_id: 6, settings_name: 'Visit', step: 2 });
    await invitation(4, [inviteQueued], { settings_id: 7, settings_name: 'Call', step: 3 });
    const { profiles, types, steps } = (await reports.get(INVITATIONS, JANUARY)).body;
    expect(profiles).toMatchObject([
      { settings_id: 6, name: 'Visit', queued: 2, sent: 2 },
      { settings_id: 5, name: 'Purchase', queued: 1, sent: 1 },
      { settings_id: 7, name: 'Call', queued: 1, sent: 0 },
    ]);
    expect(types).toMatchObject({ email: { queued: 3, sent: 2 }, sms: { queued: 1, sent: 1 } });
    expect(steps).toMatchObject([
      { step: 0, sent: 2 },
      { step: 1, sent: 0 },
      { step: 2, sent: 1 },
      { step: 3, sent: 0, queued: 1 },
    ]);
  });

  it('lacks a settings profile that its only invitation has left', async () => {
    await invitation(1, SENT, { settings_id: 5 });
    await invitation(1, [...SENT, inviteOpened], { settings_id: 6 });
    const { profiles } = (await reports.get(INVITATIONS, JANUARY)).body;
    expect(profiles).toMatchObject([{ settings_id: 6, sent: 1, opened: 1 }]);
  });

  it('never has a rate above 1, although a request may be reviewed before it is sent', async () => {
    await invitation(1, SENT);
    await invitation(2, [inviteQueued, inviteReviewed]);
    await invitation(3, [inviteQueued, inviteReviewed]);
    const { totals } = (await reports.get(INVITATIONS, JANUARY)).body;
    expect(totals).toMatchObject({ sent: 1, reviewed: 2, rates: { reviewed: 1 } });
  });

  it.each([
    [{ settings_id: '6' }, 2],
    [{ send_type: 'sms' }, 1],
    [{ step: '0' }, 2],
    [{ step: '2', send_type: 'email' }, 1],
    [{ step: '2', send_type: 'sms' }, 0],
    [{ settings_id: '999' }, 0],
    [{ settings_id: '', send_type: '', step: '' }, 3],
  ])('counts with %j only what fits all filters', async (query, sent) => {
    await invitation(1, SENT, { settings_id: 5 });
    await invitation(2, SENT, { settings_id: 6, type: 'sms' });
    await invitation(3, SENT, { settings_id: 6, step: 2 });
    expect((await reports.get(INVITATIONS, { ...JANUARY, ...query })).body.totals.sent).toBe(sent);
  });

  it('keeps sub accounts and accounts apart', async () => {
    await invitation(1, SENT);
    await invitation(2, SENT, {}, 2);
    await invitation(3, SENT, {}, 3);
    const sent = async (sub_accounts?: string) =>
      (await reports.get(INVITATIONS, { ...JANUARY, ...(sub_accounts && { sub_accounts }) })).body.totals
        .sent;
    expect(await sent()).toBe(1);
    expect(await sent('1,2')).toBe(2);
    expect(await sent('all')).toBe(2);
  });

  it('dates an invitation by its creation in the zone of the sub account', async () => {
    await reports.zone('Europe/Berlin');
    await invitation(1, SENT, { created_on: '2025-12-31 23:00:00' });
    await invitation(2, SENT, { created_on: '2026-01-31 23:00:00' });
    expect((await reports.get(INVITATIONS, JANUARY)).body.totals.sent).toBe(1);
  });

  it('compares with the period of the same length before', async () => {
    await invitation(1, [...SENT, inviteOpened]);
    await invitation(2, [inviteQueued], { created_on: '2025-12-31 12:00:00' });
    const { body } = await reports.get(INVITATIONS, { ...JANUARY, compare: 'previous' });
    expect(body.previous).toMatchObject({ from: '2025-12-01', to: '2025-12-31', totals: { queued: 1 } });
    expect(body.change).toMatchObject({ queued: 0, sent: 1, opened: 1, rates: { sent: 1, opened: null } });
  });

  it('is CSV with a row per profile, type and step, whose names are no formulas', async () => {
    await invitation(1, SENT, { settings_name: '=1+1' });
    const { body } = await reports.get(INVITATIONS, { ...JANUARY, format: 'csv', compare: 'previous' });
    const lines = (body as string).split('\r\n');
    expect(lines[0]).toMatch(/^"row","settings_id","name","type","step","queued",.*,"failed_rate"$/);
    const sent = '"1","1","0","1","0","0","0","0","0","1","1","0","0","0","0","0"';
    const none = '"0","0","0","0","0","0","0","0","0","","","","","","",""';
    expect(lines.slice(1)).toEqual([
      `"profile","5","'=1+1","","",${sent}`,
      `"type","","","email","",${sent}`,
      `"type","","","sms","",${none}`,
      `"step","","","","0",${sent}`,
      ...[1, 2, 3].map((step) => `"step","","","","${step}",${none}`),
      `"total","","","","",${sent}`,
      `"previous","","","","",${none}`,
      '',
    ]);
  });
});
