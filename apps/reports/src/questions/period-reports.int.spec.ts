import { fakeOnly } from '@plaudit/testing';
import { PlantedReports } from '../planted-reports.suite';

const LISTED = Array.from({ length: 101 }, (_, n) => n + 1).join();

describe('the reports on tags, replies and invitations', () => {
  let reports: PlantedReports;
  beforeAll(async () => (reports = await PlantedReports.start()));
  beforeEach(() => {
    fakeOnly('Date');
    jest.setSystemTime(new Date('2026-03-10T12:00:00Z'));
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => reports.close());

  describe.each(['tags', 'response', 'invitations'])('GET /reports/%s', (report) => {
    it.each([
      ['from', { from: '2026-02-02', to: '2026-02-01' }],
      ['from', { from: '2026-02-30' }],
      ['from', { from: '2026-2-1' }],
      ['from', { from: '1899-12-31' }],
      ['from', { to: '2026-02-01' }],
      ['from', { from: "2026-01-01'; drop table reviews" }],
      ['to', { from: '1926-03-11', to: '2026-03-10' }],
      ['to', { from: '2026-01-01', to: '2026-03-12' }],
      ['to', { from: '2026-01-01', to: 'today' }],
      ['compare', { compare: 'next' }],
      ['format', { format: 'xml' }],
      ['sub_accounts', { sub_accounts: 'some' }],
    ])('refuses a wrong %s: %j', async (field, query) => {
      const { status, body } = await reports.get(`/reports/${report}`, query);
      expect(status).toBe(400);
      expect(body).toMatchObject({ success: false, code: 'validation_failed', field });
      expect(body.msg).toContain(field);
    });

    it('responds with 404 to a sub account that does not exist', async () => {
      const { status, body } = await reports.get(`/reports/${report}`, { sub_accounts: '999' });
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
    });

    it('responds with 304 to a client that has the answer', async () => {
      const { headers } = await reports.get(`/reports/${report}`);
      const known = { 'If-None-Match': headers.get('etag') ?? '' };
      expect((await reports.get(`/reports/${report}`, {}, {}, known)).status).toBe(304);
      expect(
        (await reports.get(`/reports/${report}`, { to: '2026-03-09', from: '2026-03-09' }, {}, known)).status,
      ).toBe(200);
    });

    it('refuses a parameter that it does not have', async () => {
      const { status, body } = await reports.get(`/reports/${report}`, { months: '3' });
      expect({ status, ...body }).toMatchObject({ status: 400, code: 'invalid_value', field: 'months' });
    });
  });

  it.each([
    ['tags', 'limit', { limit: '0' }],
    ['tags', 'limit', { limit: '101' }],
    ['tags', 'limit', { limit: '2.5' }],
    ['tags', 'tags', { tags: 'bread' }],
    ['tags', 'tags', { tags: '1,,2' }],
    ['tags', 'tags', { tags: LISTED }],
    ['invitations', 'settings_id', { settings_id: 'x' }],
    ['invitations', 'settings_id', { settings_id: '5,6' }],
    ['invitations', 'settings_id', { settings_id: '9'.repeat(16) }],
    ['invitations', 'step', { step: '4' }],
    ['invitations', 'step', { step: '-1' }],
    ['invitations', 'send_type', { send_type: 'fax' }],
  ])('refuse with 400 for %s a wrong %s: %j', async (report, field, query) => {
    const { status, body } = await reports.get(`/reports/${report}`, query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed', field });
    expect(body.msg).toContain(field);
  });

  it.each(['channels', 'groups', 'type'])(
    'refuse with 400 to count invitations by %s, to which none belongs',
    async (field) => {
      const { status, body } = await reports.get('/reports/invitations', { [field]: '1' });
      expect({ status, ...body }).toMatchObject({ status: 400, code: 'invalid_value', field });
    },
  );

  it.each(['tags', 'response'])('respond with 404 for %s to a foreign channel', async (report) => {
    const foreign = await reports.channel({ account_id: 2, sub_account_id: 3 });
    const { status, body } = await reports.get(`/reports/${report}`, { channels: String(foreign) });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
  });
});
