import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { eventually, type GuardedNats, startGuardedNats } from '@plaudit/testing';
import { connect, type NatsConnection } from 'nats';
import { connectionOptions } from '../connection/nats-connection';
import { NatsLink } from '../connection/nats-link';
import { refusalsOf, violationsIn } from '../fixtures/refusals';
import { applyTopology } from '../topology/topology';
import { StreamKeeper } from './stream-keeper';

// The first test causes the errors that would be logged.
Logger.overrideLogger(false);

describe('the NATS user of the gateway', () => {
  let nats: GuardedNats;
  let admin: NatsConnection;
  let gateway: NatsConnection;
  const as = (user: string) => connect(connectionOptions({ url: nats.urlOf(user), service: user }));

  beforeAll(async () => {
    nats = await startGuardedNats();
    await applyTopology(nats.urlOf('admin'));
    [admin, gateway] = await Promise.all([as('admin'), as('gateway')]);
  });
  afterAll(async () => {
    await Promise.all([admin.close(), gateway.close()]);
    await nats.stop();
  });

  it('lets it keep the streams', async () => {
    const jsm = await admin.jetstreamManager();
    await jsm.consumers.delete('EVENTS', 'widgets__account');
    await jsm.consumers.delete('DIRECT', 'widgets__account');
    await jsm.consumers.add('EVENTS', { durable_name: 'forger', deliver_subject: 'peers.gateway' });
    const link = new NatsLink({ url: nats.urlOf('gateway'), service: 'gateway' });
    const keeper = new StreamKeeper(link, { leads: () => true, intervalMs: 20 });
    link.open();
    await link.waitUntilConnected(60_000);
    keeper.start();
    const report = await eventually(
      () => keeper.report,
      (found) => found?.consumers.some(({ durable }) => durable === 'widgets__account') === true,
      'the keeper to restore the durables',
    );
    expect(report?.streams.map(({ stream }) => stream)).toEqual(['EVENTS', 'DIRECT', 'DLQ']);
    await expect(jsm.consumers.info('DIRECT', 'widgets__account')).resolves.toBeDefined();
    await expect(jsm.consumers.info('EVENTS', 'forger')).rejects.toThrow('consumer not found');
    expect(violationsIn(nats.log(), 'gateway')).toEqual([]);
    await keeper.stop();
    await link.close();
  });

  it.each([
    '$JS.API.CONSUMER.DELETE.EVENTS.widgets__review',
    '$JS.API.CONSUMER.DELETE.DIRECT.widgets__review',
    '$JS.API.CONSUMER.CREATE.EVENTS.mine.review.>',
    '$JS.API.CONSUMER.CREATE.EVENTS.widgets__review',
    '$JS.API.STREAM.PURGE.DLQ',
    '$JS.API.STREAM.UPDATE.EVENTS',
    '$JS.API.STREAM.MSG.GET.DLQ',
  ])('does not let it publish to %s', async (subject) => {
    const refusals = await refusalsOf(gateway, () => gateway.publish(subject, ''));
    expect(refusals).toEqual([`publish ${subject}`]);
  });
});
