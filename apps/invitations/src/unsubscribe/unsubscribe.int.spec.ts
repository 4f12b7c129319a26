import { LinksWorld, SUB_ACCOUNT } from '../links/links-world.suite';

const MULTIPART = [
  '--b',
  'Content-Disposition: form-data; name="List-Unsubscribe"',
  '',
  'One-Click',
  '--b--',
  '',
];

describe('unsubscribing', () => {
  let links: LinksWorld;
  let settings: number;

  beforeAll(async () => {
    links = await LinksWorld.start();
    settings = await links.profile({ review_url: 'https://shop.example/' });
  });
  afterAll(() => links.close());

  const path = (id: number) => `/u/${links.token('unsubscribe', id)}`;
  const suppressions = (recipient: string) =>
    links.world.admin.query(
      'select sub_account_id::int, reason, source_request_id::int from invitations.suppressions where recipient = $1',
      [recipient],
    );

  it('does nothing on GET and HEAD, however often a program repeats them', async () => {
    const id = await links.message(settings, { recipient: 'get@example.com' });
    for (let place = 0; place < 5; place += 1) {
      const { status, body } = await links.get(path(id));
      expect([status, body.includes('Stop these messages?')]).toEqual([200, true]);
      await links.browse('HEAD', path(id));
    }
    await links.decided(id);
    expect(await links.row(id)).toMatchObject({ status: 'sent', unsubscribed_on: null });
    expect(await suppressions('get@example.com')).toEqual([]);
    expect(await links.activity(id)).toEqual([]);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=b', MULTIPART.join('\r\n')],
    ['text/plain', 'List-Unsubscribe=One-Click'],
    ['application/json', '{'],
    ['application/octet-stream', Buffer.from([0, 255, 254])],
  ])('takes one click sent as %s', async (type, body) => {
    const recipient = `${type.replace(/\W.*/, '')}${Math.abs(type.length)}@example.com`;
    const id = await links.message(settings, { recipient });
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const response = await links.browse('POST', path(id), { headers: { 'content-type': type }, body });
      expect([response.status, response.body]).toEqual([200, 'You are unsubscribed.\n']);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(response.headers.get('location')).toBeNull();
    }
    expect(await links.row(id)).toMatchObject({ status: 'unsubscribed', unsubscribed_on: expect.any(Date) });
    expect(await suppressions(recipient)).toEqual([
      { sub_account_id: SUB_ACCOUNT, reason: 'unsubscribed', source_request_id: id },
    ]);
    expect(await links.activity(id)).toEqual([
      { type: 'unsubscribed', source: 'list_unsubscribe', status: 'ok', detail: null },
    ]);
  });

  it('takes one click without a body', async () => {
    const id = await links.message(settings);
    expect((await links.browse('POST', path(id))).status).toBe(200);
    expect((await links.row(id)).status).toBe('unsubscribed');
  });

  it('skips every other pending request to the person, and none of another sub account or person', async () => {
    const recipient = 'several@example.com';
    const id = await links.message(settings, { recipient });
    const reminder = await links.reminder(settings, id, recipient);
    const pending = { status: 'pending', sent_on: null, recipient };
    const other = await links.message(settings, pending);
    const elsewhere = await links.message(settings, { ...pending, sub_account_id: SUB_ACCOUNT + 1 });
    const somebody = await links.message(settings, { ...pending, recipient: 'somebody@example.com' });
    await links.browse('POST', path(id), { body: Buffer.from('List-Unsubscribe=One-Click') });
    expect(await links.row(reminder)).toMatchObject({ status: 'cancelled' });
    expect(await links.row(other)).toMatchObject({
      status: 'skipped',
      skip_reason: 'suppressed_unsubscribed',
    });
    expect((await links.row(elsewhere)).status).toBe('pending');
    expect((await links.row(somebody)).status).toBe('pending');
  });

  it('works for a deleted request, whose other links no longer do', async () => {
    const recipient = 'deleted@example.com';
    const id = await links.message(settings, { recipient, deleted_on: new Date() });
    expect((await links.get(path(id))).status).toBe(200);
    await links.browse('POST', path(id), { body: Buffer.from('List-Unsubscribe=One-Click') });
    expect(await suppressions(recipient)).toMatchObject([{ reason: 'unsubscribed', source_request_id: id }]);
    expect((await links.get(`/i/${links.token('review', id)}`)).status).toBe(404);
  });

  it('works years later', async () => {
    const longAgo = new Date('2019-01-01');
    const id = await links.message(settings, { sent_on: longAgo, created_on: longAgo });
    await links.post(path(id), { action: 'confirm' });
    expect((await links.row(id)).status).toBe('unsubscribed');
  });

  it('works through the page of an SMS, which shows the end of the number only', async () => {
    const id = await links.message(settings, { type: 'sms', recipient: '+33612345678' });
    const page = await links.get(path(id));
    expect(page.body).toContain('•••678');
    expect(page.body).not.toContain('612345');
    const done = await links.post(path(id), { action: 'confirm' });
    expect([done.status, done.body.includes('You are unsubscribed')]).toEqual([200, true]);
    expect(await suppressions('+33612345678')).toMatchObject([{ reason: 'unsubscribed' }]);
  });

  it('can be undone for 30 minutes', async () => {
    const recipient = 'undo@example.com';
    const id = await links.message(settings, { recipient });
    await links.post(path(id), { action: 'confirm' });
    expect((await links.get(path(id))).body).toContain('value="undo"');
    const undone = await links.post(path(id), { action: 'undo' });
    expect(undone.body).toContain('You are subscribed again');
    expect(await suppressions(recipient)).toEqual([]);
    expect((await links.post(path(id), { action: 'undo' })).body).toContain('You are subscribed again');
    expect(await links.activity(id)).toMatchObject([
      { type: 'unsubscribed', detail: null },
      { type: 'unsubscribed', source: 'recipient', detail: { undone: true } },
    ]);

    await links.post(path(id), { action: 'confirm' });
    await links.world.admin.query(
      "update invitations.suppressions set created_on = now() - interval '31 minutes' where recipient = $1",
      [recipient],
    );
    expect((await links.get(path(id))).body).not.toContain('value="undo"');
    expect((await links.post(path(id), { action: 'undo' })).body).toContain('can no longer be undone');
    expect(await suppressions(recipient)).toHaveLength(1);
  });

  it('does not undo a suppression that has another reason', async () => {
    const recipient = 'bounced@example.com';
    const id = await links.message(settings, { recipient });
    await links.world.admin.query(
      `insert into invitations.suppressions (account_id, sub_account_id, type, recipient_key, recipient, reason)
       select account_id, sub_account_id, type, recipient_key, recipient, 'bounce' from invitations.requests where id = $1`,
      [id],
    );
    await links.post(path(id), { action: 'confirm' });
    await links.post(path(id), { action: 'undo' });
    expect(await suppressions(recipient)).toMatchObject([{ reason: 'bounce' }]);
  });

  it('refuses tokens that are none, and tokens of other links', async () => {
    const id = await links.message(settings);
    for (const token of ['x', links.token('review', id), links.token('unsubscribe', 2 ** 40)]) {
      for (const method of ['GET', 'POST']) {
        const { status } = await links.browse(method, `/u/${token}`);
        expect([token, method, status]).toEqual([token, method, 404]);
      }
    }
    expect((await links.row(id)).status).toBe('sent');
  });

  it('unsubscribes once if twenty requests arrive together', async () => {
    const id = await links.message(settings, { recipient: 'twenty@example.com' });
    const responses = await Promise.all(Array.from({ length: 20 }, () => links.browse('POST', path(id))));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await links.activity(id)).toHaveLength(1);
  });
});
