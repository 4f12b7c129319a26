import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import {
  crawlProgressNotice,
  NOTICES,
  noticesSubject,
  noticeSubject,
  SERVICE_NAMES,
  type ServiceName,
  webhookDeliveryNotice,
} from '@plaudit/contracts';
import { eventually, type GuardedNats, startGuardedNats } from '@plaudit/testing';
import { connect, type NatsConnection } from 'nats';
import { connectionOptions } from '../connection/nats-connection';
import { NatsLink } from '../connection/nats-link';
import { refusalsOf } from '../fixtures/refusals';
import { NoticeNotifier, type NoticeTenant } from './notice.notifier';

// The specs cause the failures that would be logged.
Logger.overrideLogger(false);

const TENANT: NoticeTenant = { accountId: 7, subAccountId: 12 };

let nats: GuardedNats;
const opened: { notices: NoticeNotifier; link: NatsLink }[] = [];
const clients: NatsConnection[] = [];

beforeAll(async () => {
  nats = await startGuardedNats();
});
afterEach(async () => {
  for (const { notices, link } of opened.splice(0)) {
    notices.onApplicationShutdown();
    await link.close();
  }
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await nats.stop();
});

async function open(service: ServiceName): Promise<{ notices: NoticeNotifier; link: NatsLink }> {
  const link = new NatsLink({ url: nats.urlOf(service), service });
  const one = { notices: new NoticeNotifier(link), link };
  opened.push(one);
  link.open();
  await link.waitUntilConnected(10_000);
  return one;
}

async function as(user: string): Promise<NatsConnection> {
  const client = await connect(connectionOptions({ url: nats.urlOf(user), service: user }));
  clients.push(client);
  return client;
}

/** Returns what a gateway hears of crawls. */
async function hearing(): Promise<[NoticeTenant, object][]> {
  const { notices, link } = await open('gateway');
  const heard: [NoticeTenant, object][] = [];
  notices.listenTo(crawlProgressNotice, (tenant, notice) => heard.push([tenant, { ...notice }]));
  await link.connection!.flush();
  return heard;
}

const progress = (channel_id: number, page: number) => ({
  channel_id,
  stage: 'reading' as const,
  page,
  found: page * 50,
  total: null,
});

describe('NoticeNotifier', () => {
  it('reaches every replica of the gateway and says whom the notice concerns', async () => {
    const gateways = [await hearing(), await hearing()];
    const { notices } = await open('channels');
    notices.send(crawlProgressNotice, TENANT, 42, progress(42, 1));
    for (const heard of gateways) {
      await eventually(
        () => heard,
        ({ length }) => length > 0,
        'the notice',
      );
      expect(heard).toEqual([[TENANT, progress(42, 1)]]);
    }
  });

  it('sends what is newest about each object once a second', async () => {
    const heard = await hearing();
    const { notices } = await open('channels');
    const began = performance.now();
    for (let page = 1; page <= 500; page += 1)
      notices.send(crawlProgressNotice, TENANT, 42, progress(42, page));
    notices.send(crawlProgressNotice, TENANT, 43, progress(43, 1));
    await eventually(
      () => heard,
      ({ length }) => length >= 3,
      'the second notice of the channel',
    );
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_000);
    expect(heard.map(([, notice]) => notice)).toEqual([progress(42, 1), progress(43, 1), progress(42, 500)]);
  });

  it('goes on after invalid messages and after a restart of NATS', async () => {
    const heard = await hearing();
    const admin = await as('admin');
    const subject = noticeSubject(crawlProgressNotice, TENANT);
    admin.publish(subject, 'nonsense');
    admin.publish(subject, '{"channel_id":"42"}');
    admin.publish('notices.crawl_progress.all.12', JSON.stringify(progress(1, 1)));
    await admin.flush();
    await nats.kill();
    await nats.restart();
    const { notices } = await open('channels');
    let page = 0;
    await eventually(
      () => {
        notices.send(crawlProgressNotice, TENANT, (page += 1), progress(42, page));
        return heard;
      },
      ({ length }) => length > 0,
      'a notice after the restart',
    );
    expect(heard[0]![0]).toEqual(TENANT);
  });
});

describe('the NATS users', () => {
  it.each(NOTICES.map((definition) => [definition.name, definition] as const))(
    'may publish %s only as its producer and hear it only as the gateway',
    async (_name, definition) => {
      for (const service of SERVICE_NAMES) {
        const client = await as(service);
        const subject = noticeSubject(definition, TENANT);
        const all = noticesSubject(definition);
        const refusals = await refusalsOf(client, () => {
          client.publish(subject, '{}');
          client.subscribe(all, { callback: () => {} });
        });
        expect([service, ...refusals]).toEqual([
          service,
          ...(service === definition.producer ? [] : [`publish ${subject}`]),
          ...(service === 'gateway' ? [] : [`subscription ${all}`]),
        ]);
      }
    },
  );

  it('may not hear the notices of a kind that is not theirs by a wildcard', async () => {
    const webhooks = await as('webhooks');
    const refusals = await refusalsOf(webhooks, () => {
      webhooks.subscribe('notices.>', { callback: () => {} });
      webhooks.subscribe(noticesSubject(webhookDeliveryNotice), { callback: () => {} });
    });
    expect(refusals).toHaveLength(2);
  });
});
