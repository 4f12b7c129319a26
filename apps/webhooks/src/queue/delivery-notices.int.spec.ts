import { webhookDeliveryNotice } from '@plaudit/contracts';
import { NatsLink, NoticeNotifier, type NoticeTenant } from '@plaudit/events';
import { eventually } from '@plaudit/testing';
import { received, startWebhooksWorld, type WebhooksWorld } from '../webhooks-world.suite';

let world: WebhooksWorld;
let link: NatsLink;
const heard: (NoticeTenant & { webhookId: number })[] = [];

beforeAll(async () => {
  world = await startWebhooksWorld();
  link = new NatsLink({ url: world.natsUrl, service: 'gateway' });
  link.open();
  await link.waitUntilConnected(10_000);
  new NoticeNotifier(link).listenTo(webhookDeliveryNotice, (tenant, { webhook_id }) =>
    heard.push({ ...tenant, webhookId: webhook_id }),
  );
  await link.connection!.flush();
});
afterAll(async () => {
  await link.close();
  await world.close();
});

describe('the notices about deliveries', () => {
  it('tell the owner of a webhook once a second that there are attempts, however many', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url });
    const [owner] = await world.admin.query<{ account_id: number; owner: number }>(
      'select account_id::int, coalesce(owner_sub_account_id, 0)::int as owner from webhooks.webhooks where id = $1',
      [webhook.id],
    );
    for (let sent = 0; sent < 30; sent += 1) await world.review({ id: 1_000 + sent });
    await received(endpoint, 30);
    const last = await eventually(
      () => heard.at(-1),
      (notice) => notice !== undefined,
      'a notice',
    );
    expect(last).toEqual({ accountId: owner!.account_id, subAccountId: owner!.owner, webhookId: webhook.id });
    expect(heard.length).toBeLessThan(15);
  });
});
