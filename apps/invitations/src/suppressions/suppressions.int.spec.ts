import { LinksWorld, SUB_ACCOUNT } from '../links/links-world.suite';

const PATH = '/public/v1/invite/suppressions';

describe('suppression list', () => {
  let links: LinksWorld;
  let settings: number;

  beforeAll(async () => {
    links = await LinksWorld.start();
    settings = await links.profile();
  });
  afterAll(() => links.close());

  const caller = (subAccount = SUB_ACCOUNT) => links.world.as({ sub_account_id: subAccount, main: false });
  const add = (body: object, subAccount?: number) =>
    caller(subAccount).post('invitations', `${PATH}/add`, { body });
  const list = (query: Record<string, string> = {}, subAccount?: number) =>
    caller(subAccount).get('invitations', `${PATH}/get`, { query });
  const send = (body: object, headers?: Record<string, string>) =>
    caller().post('invitations', `${PATH}/import`, { body, headers });

  it.each([
    [{}, 'recipient'],
    [{ recipient: '' }, 'recipient'],
    [{ recipient: 'a@x.example, b@x.example' }, 'recipient'],
    [{ recipient: '+33142685300', type: 'email' }, 'recipient'],
    [{ recipient: 'x'.repeat(400) }, 'recipient'],
    [{ recipient: 'noa@example.com', type: 'fax' }, 'type'],
  ])('refuses %j', async (body, field) => {
    const { status, body: error } = await add(body);
    expect([status, error.success, error.field ?? error.errors?.[0]?.field]).toEqual([400, false, field]);
  });

  it('adds a person and skips the pending requests to them', async () => {
    const pending = { status: 'pending', sent_on: null };
    const id = await links.message(settings, { ...pending, recipient: 'Add@Example.com' });
    const foreign = await links.message(settings, {
      ...pending,
      recipient: 'Add@Example.com',
      sub_account_id: SUB_ACCOUNT + 1,
    });
    const { status, body } = await add({ recipient: ' add@EXAMPLE.com ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      id: expect.any(Number),
      suppression: {
        id: body.id,
        type: 'email',
        recipient: 'add@example.com',
        reason: 'manual',
        request_id: null,
        created_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    });
    expect(await links.row(id)).toMatchObject({ status: 'skipped', skip_reason: 'suppressed_manual' });
    expect((await links.row(foreign)).status).toBe('pending');
    expect((await add({ recipient: 'add@example.com' })).body.id).toBe(body.id);
  });

  it('takes requests to a person from workers, except for one whose conversation has begun', async () => {
    const leased = {
      status: 'sending',
      sent_on: null,
      lease_id: '7d3f1f4e-52a4-4c0f-9a51-0a6f8d0f6a11',
      lease_until: new Date(Date.now() + 600_000),
      prepared_at: new Date(),
    };
    for (const [path, recipient] of [
      ['add', 'taken@example.com'],
      ['import', 'taken-by-import@example.com'],
    ] as const) {
      const waiting = await links.message(settings, { ...leased, recipient });
      const begun = await links.message(settings, { ...leased, recipient, started_at: new Date() });
      const body = path === 'add' ? { recipient } : { recipients: [recipient] };
      expect(await caller().post('invitations', `${PATH}/${path}`, { body })).toMatchObject({ status: 200 });
      expect(await links.row(waiting)).toMatchObject({ status: 'skipped', lease_id: null });
      expect(await links.row(begun)).toMatchObject({ status: 'sending', lease_id: leased.lease_id });
    }
  });

  it('lists, filters, searches literally and pages', async () => {
    const other = SUB_ACCOUNT + 5;
    const recipients = ['a_b@example.com', 'axb@example.com', '100%@example.com', '+33612345678'];
    for (const recipient of recipients) await add({ recipient }, other);
    const found = async (query: Record<string, string>) =>
      (await list(query, other)).body.items.map(({ recipient }: { recipient: string }) => recipient);
    expect(await found({})).toEqual(recipients);
    expect(await found({ type: 'sms' })).toEqual(['+33612345678']);
    expect(await found({ reason: 'bounce' })).toEqual([]);
    expect(await found({ search: 'A_B' })).toEqual(['a_b@example.com']);
    expect(await found({ search: '%@' })).toEqual(['100%@example.com']);
    const first = await list({ limit: '3' }, other);
    expect(first.body.items).toHaveLength(3);
    expect(first.headers.get('link')).toContain('rel="next"');
    const rest = await list({ limit: '3', cursor: String(first.body.next_cursor) }, other);
    expect([rest.body.items.length, rest.body.next_cursor]).toEqual([1, null]);
    expect((await list({ reason: 'spam' }, other)).status).toBe(400);
  });

  it('counts the entries of each reason and hour, lists those of one, and removes them together', async () => {
    const other = SUB_ACCOUNT + 6;
    const dated = async (recipient: string, reason: string, time: string) => {
      const { id } = (await add({ recipient }, other)).body;
      await links.world.admin.query(
        'update invitations.suppressions set reason = $2, created_on = $3 where id = $1',
        [id, reason, time],
      );
    };
    await dated('first@example.com', 'bounce', '2026-09-20 10:00:00Z');
    await dated('last@example.com', 'bounce', '2026-09-20 10:59:59.999Z');
    await dated('stopped@example.com', 'unsubscribed', '2026-09-20 10:30:00Z');
    await dated('next@example.com', 'bounce', '2026-09-20 11:00:00Z');
    const groups = (query: Record<string, string> = {}, subAccount = other) =>
      caller(subAccount).get('invitations', `${PATH}/groups`, { query });
    const undo = (body: object, subAccount = other) =>
      caller(subAccount).post('invitations', `${PATH}/undo`, { body });
    const [ten, eleven] = ['2026-09-20 10:00:00', '2026-09-20 11:00:00'];
    const bounces = { reason: 'bounce', hour: ten, count: 2 };
    const stops = { reason: 'unsubscribed', hour: ten, count: 1 };
    const later = { reason: 'bounce', hour: eleven, count: 1 };
    expect((await groups()).body).toEqual({ items: [later, bounces, stops], next_cursor: null });
    expect((await groups({ reason: 'bounce' })).body.items).toEqual([later, bounces]);
    const first = await groups({ limit: '1' });
    expect([first.body.items, first.headers.get('link')]).toEqual([
      [later],
      expect.stringContaining('rel="next"'),
    ]);
    expect((await groups({ limit: '1', cursor: String(first.body.next_cursor) })).body).toEqual({
      items: [bounces, stops],
      next_cursor: null,
    });
    const listed = (await list({ hour: ten, reason: 'bounce' }, other)).body.items;
    expect(listed.map(({ recipient }: { recipient: string }) => recipient)).toEqual([
      'first@example.com',
      'last@example.com',
    ]);

    for (const [body, field] of [
      [{ reason: 'unsubscribed', hour: ten }, 'reason'],
      [{ reason: 'complaint', hour: ten }, 'reason'],
      [{ reason: 'bounce', hour: '2026-09-20 10:30:00' }, 'hour'],
      [{ reason: 'bounce', hour: '2026-13-20 10:00:00' }, 'hour'],
      [{ reason: 'bounce' }, 'hour'],
    ] as const) {
      const { status, body: error } = await undo(body);
      expect([status, error.field ?? error.errors?.[0]?.field]).toEqual([400, field]);
    }
    expect((await undo({ reason: 'bounce', hour: ten }, SUB_ACCOUNT + 1)).body).toMatchObject({ removed: 0 });
    expect((await undo({ reason: 'bounce', hour: ten })).body).toEqual({ success: true, removed: 2 });
    expect((await groups()).body.items).toEqual([later, stops]);
  });

  it('deletes an entry, and none of another sub account or of an erased person', async () => {
    const { id } = (await add({ recipient: 'delete@example.com' })).body;
    const remove = (one: number, subAccount?: number) =>
      caller(subAccount).delete('invitations', `${PATH}/delete/${one}`);
    expect((await remove(id, SUB_ACCOUNT + 1)).status).toBe(404);
    await links.world.admin.query("update invitations.suppressions set reason = 'erased' where id = $1", [
      id,
    ]);
    expect((await remove(id)).status).toBe(400);
    await links.world.admin.query("update invitations.suppressions set reason = 'manual' where id = $1", [
      id,
    ]);
    expect((await remove(id)).body).toEqual({ success: true });
    expect((await remove(id)).status).toBe(404);
  });

  it('imports what is valid, and reports each of the others', async () => {
    const pending = { status: 'pending', sent_on: null, recipient: 'imported@example.com' };
    const id = await links.message(settings, pending);
    const reminder = await links.reminder(settings, id, 'imported@example.com');
    const recipients = [
      'imported@example.com',
      { recipient: '+33612345699', type: 'sms' },
      'no address',
      17,
      { recipient: 'IMPORTED@example.com' },
      { recipient: 'x@example.com', type: 'sms' },
    ];
    const checked = await send({ recipients, validate_only: true });
    expect(checked.body).toMatchObject({ validate_only: true, total: 6, valid: 3, invalid: 3, inserted: 0 });
    expect((await links.row(id)).status).toBe('pending');

    const { status, body } = await send({ recipients });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, total: 6, valid: 3, invalid: 3, inserted: 2 });
    expect(body.errors.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
      [2, 'invalid_recipient'],
      [3, 'validation_failed'],
      [5, 'invalid_recipient'],
    ]);
    expect(body.ids[0]).toBe(body.ids[4]);
    expect(body.ids[2]).toBeNull();
    expect(await links.row(id)).toMatchObject({ status: 'skipped', skip_reason: 'suppressed_manual' });
    expect((await links.row(reminder)).status).toBe('skipped');
    expect((await send({ recipients })).body).toMatchObject({ inserted: 0, ids: body.ids });
  });

  it('repeats the first response to the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'import-1' };
    const first = await send({ recipients: ['once@example.com'] }, key);
    const second = await send({ recipients: ['once@example.com'] }, key);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('imports 10,000 recipients and refuses one more', async () => {
    const recipients = Array.from({ length: 10_000 }, (_, place) => `many${place}@example.com`);
    const { body } = await send({ recipients });
    expect(body).toMatchObject({ valid: 10_000, inserted: 10_000 });
    const refused = await send({ recipients: [...recipients, 'more@example.com'] });
    expect([refused.status, refused.body.code]).toEqual([400, 'bulk_too_large']);
    expect((await send({ recipients: [] })).body.code).toBe('bulk_empty');
    expect((await send({ recipients: 'a@example.com' })).status).toBe(400);
  });
});
