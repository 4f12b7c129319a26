import { type RequestsWorld, startRequestsWorld } from '../requests/requests-world.suite';

describe('POST /invite/requests/add on a server without a mail server and a provider of SMS', () => {
  let world: RequestsWorld;
  beforeAll(async () => {
    world = await startRequestsWorld({ SMTP_URL: '', MAIL_FROM: '', SMS_PROVIDER: 'none' });
  });
  afterAll(() => world.close());

  it.each([
    ['noa@example.com', 'Email is not configured', 'SMTP_URL'],
    ['+33612345678', 'SMS is not configured', 'SMS_PROVIDER'],
  ])('says to a request to %s: %s', async (recipient, what, setting) => {
    const answer = await world.newClient().add({ recipient });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_value', field: 'type' } });
    expect(answer.body.msg).toContain(what);
    expect(answer.body.msg).toContain(setting);
  });
});
