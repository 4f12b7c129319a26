import { DURABLES, reviewCreated } from '@plaudit/contracts';
import { Logger } from '@nestjs/common';
import { startNatsServer } from '@plaudit/embedded';
import {
  eventually,
  freePort,
  type NatsHandle,
  RecordedLogs,
  startNats,
  writeCertificates,
  writeFiles,
} from '@plaudit/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from 'nats';
import { EventsWorld } from '../fixtures/events-world';
import { operatorAccess } from '../fixtures/operator-jwt';
import { applyTopology, checkTopology } from '../topology/topology';
import { listDeadLetters } from '../dead-letters/dead-letters';
import { BatchPublisher } from '../publish/batch-publisher';
import { natsAccess, type NatsVariables } from './nats-access';
import { NatsLink } from './nats-link';

const folder = mkdtempSync(join(tmpdir(), 'plaudit-nats-access-'));
const servers: NatsHandle[] = [];
afterAll(() => rmSync(folder, { recursive: true }));

async function start(options: Parameters<typeof startNats>[0]): Promise<NatsHandle> {
  const server = await startNats(options);
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers.splice(0).reverse()) await server.stop();
});

/** Applies a small topology, as the commands do. */
async function works(variables: NatsVariables): Promise<boolean> {
  const access = natsAccess(variables);
  await applyTopology(access, { durables: DURABLES.slice(0, 1) });
  return (await listDeadLetters(access)).length === 0;
}

/** Tries again, because a signature in JavaScript takes a starved machine longer than nats.js waits for the log-in. */
async function expectOutcome(variables: NatsVariables, expected: RegExp): Promise<void> {
  const outcome = await eventually(
    () => works(variables).then(String, String),
    (result) => expected.test(result),
    `a log-in with the outcome ${String(expected)}`,
  );
  expect(outcome).toMatch(expected);
}

describe('the settings for NATS', () => {
  it('reach a server that asks for TLS and the certificate of the client', async () => {
    const files = writeCertificates(folder);
    const { url } = await start({
      config: `tls { cert_file: "${files['server.crt']}", key_file: "${files['server.key']}", ca_file: "${files['ca.crt']}", verify: true }`,
    });
    const NATS_URL = url.replace('nats://', 'tls://');
    const own = { NATS_TLS_CERT: files['client.crt'], NATS_TLS_KEY: files['client.key'] };
    const NATS_TLS_CA = files['ca.crt'];
    await expect(works({ NATS_URL, NATS_TLS_CA, ...own })).resolves.toBe(true);
    await expect(works({ NATS_URL: url, NATS_TLS_CA, ...own })).resolves.toBe(true);
    await expect(works({ NATS_URL, ...own })).rejects.toThrow(/verify|certificate/i);
  });

  it('log in with an NKey instead of the credentials of the URL', async () => {
    const user = nkeys.createUser();
    const seeds = writeFiles(folder, {
      own: `${String(Buffer.from(user.getSeed()))}\n`,
      other: String(Buffer.from(nkeys.createUser().getSeed())),
    });
    const { url } = await start({ access: `authorization { users: [{ nkey: ${user.getPublicKey()} }] }` });
    await expectOutcome({ NATS_URL: url, NATS_NKEY_SEED_FILE: seeds.own }, /^true$/);
    await expectOutcome({ NATS_URL: url, NATS_NKEY_SEED_FILE: seeds.other }, /authorization/i);
  });

  it('log in with the .creds file of a user', async () => {
    const { access, creds } = operatorAccess();
    const { own } = writeFiles(folder, { own: creds });
    const { url } = await start({ access });
    await expectOutcome({ NATS_URL: url, NATS_CREDS: own }, /^true$/);
    await expect(works({ NATS_URL: url })).rejects.toThrow(/authorization/i);
  });
});

describe('a server whose max_payload is below the largest event', () => {
  const SMALL = { config: 'max_payload: 65536' };
  const PROBLEM = /max_payload of 65536 bytes, but an event needs up to 266240\. Set max_payload/;

  it('is refused by the topology command and by a service that reaches it at its start', async () => {
    const { url } = await start(SMALL);
    await expect(applyTopology(url)).rejects.toThrow(PROBLEM);
    await expect(checkTopology(url)).rejects.toThrow(PROBLEM);
    const link = new NatsLink({ url, service: 'reviews' });
    link.open();
    await expect(link.checkServer(60_000)).rejects.toThrow(PROBLEM);
    await link.close();
  });

  it('gets no events from a service that reaches it later, which logs the reason once', async () => {
    const logs = new RecordedLogs();
    Logger.overrideLogger(logs);
    const options = { ...SMALL, dataDir: join(folder, 'small') };
    // The first start chooses the port and the password, which later ones keep.
    const first = await startNatsServer(options);
    await first.stop();
    const link = new NatsLink({ url: first.url, service: 'reviews' });
    const publisher = new BatchPublisher(link);
    link.open();
    await expect(link.checkServer(60_000)).resolves.toBeUndefined();
    const small = await startNatsServer(options);
    await link.waitUntilConnected(60_000);
    const [outcome] = await publisher.publish([{ id: '1', subject: 'review.created.v1.1.1', payload: '{}' }]);
    expect(outcome).toEqual({
      stored: false,
      reason: 'payload_limit',
      message: expect.stringMatching(PROBLEM),
    });
    const errors = logs.lines.filter(({ level }) => level === 'error');
    expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(PROBLEM)]);
    publisher.close();
    await link.close();
    await small.stop();
  });
});

describe('a leaf node without JetStream', () => {
  it('carries events from the outbox to a consumer in the domain of its hub', async () => {
    const port = await freePort();
    const hub = await start({
      config: `server_name: hub
        jetstream { domain: hub, store_dir: "${folder}/hub" }
        leafnodes { host: "127.0.0.1", port: ${port}, authorization { user: leaf, password: leaf } }`,
    });
    const { url } = await start({
      config: `server_name: leaf
        jetstream: disabled
        leafnodes { remotes: [{ url: "nats-leaf://leaf:leaf@127.0.0.1:${port}" }] }`,
    });
    const access = natsAccess({ NATS_URL: url, NATS_JETSTREAM_DOMAIN: 'hub' });
    const durables = DURABLES.filter(({ service }) => service === 'widgets');
    await eventually(
      () =>
        applyTopology(access, { durables }).then(
          () => true,
          () => false,
        ),
      Boolean,
      'the leaf node to join the hub',
    );
    await expect(applyTopology(url).catch(() => 'refused')).resolves.toBe('refused');
    await expect(checkTopology(hub.url, { durables })).resolves.toEqual([]);

    const world = await EventsWorld.start(['reviews', 'widgets'], { durables });
    const reviews = await world.replica('reviews', {}, { natsServer: access });
    const widgets = await world.replica('widgets', {}, { natsServer: access });
    const handled: string[] = [];
    world.consume(widgets, { [reviewCreated.pattern]: ({ id }) => handled.push(id) });
    reviews.relay.start();
    const sent = [
      await reviews.changeReview(1),
      await reviews.changeReview(2),
      await reviews.changeReview(1),
    ];
    await eventually(
      () => handled,
      (ids) => ids.length >= sent.length,
      'all events to be handled',
    );
    expect(handled.toSorted()).toEqual(sent.map(({ id }) => id).toSorted());
    await eventually(
      () => reviews.pending(),
      (count) => count === 0,
      'an empty outbox',
    );
    await world.close();
  });
});
