import 'reflect-metadata';
import { mkdtempSync, rmSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DURABLES, reviewCreated } from '@plaudit/contracts';
import { startNatsServer } from '@plaudit/embedded';
import {
  eventually,
  freePort,
  type NatsHandle,
  RecordedLogs,
  startNats,
  writeCertificates,
  writeFiles,
  type GuardedNats,
  startGuardedNats,
  itAtLength,
} from '@plaudit/testing';
import { Logger } from '@nestjs/common';
import { nkeys } from 'nats';
import { EventsWorld } from '../fixtures/events-world';
import { operatorAccess } from '../fixtures/operator-jwt';
import { applyTopology, checkTopology } from '../topology/topology';
import { listDeadLetters } from '../dead-letters/dead-letters';
import { BatchPublisher } from '../publish/batch-publisher';
import { natsAccess, type NatsVariables } from './nats-access';
import { NatsLink } from './nats-link';
import type { NatsSettings } from './nats-connection';
import { Broadcast } from '../broadcast/broadcast.decorator';
import { Broadcasts } from '../broadcast/broadcasts';
import { PullSession } from '../consume/pull-session';
import { RelayWakeups } from '../outbox/relay-wakeups';
import { PeerNotifier } from '../peers/peer.notifier';

const folder = mkdtempSync(join(tmpdir(), 'plaudit-nats-access-'));

const servers: NatsHandle[] = [];

async function start(options: Parameters<typeof startNats>[0]): Promise<NatsHandle> {
  const server = await startNats(options);
  servers.push(server);
  return server;
}

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

describe('nats access', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  afterEach(async () => {
    for (const server of servers.splice(0).reverse()) await server.stop();
  });

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

    itAtLength(
      'gets no events from a service that reaches it later, which logs the reason once',
      async () => {
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
        const [outcome] = await publisher.publish([
          { id: '1', subject: 'review.created.v1.1.1', payload: '{}' },
        ]);
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
      },
    );
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
      const durables = DURABLES.filter(({ service }) => service === 'ai');
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

      const world = await EventsWorld.start(['reviews', 'ai'], { durables });
      const reviews = await world.replica('reviews', {}, { natsServer: access });
      const ai = await world.replica('ai', {}, { natsServer: access });
      const handled: string[] = [];
      world.consume(ai, { [reviewCreated.pattern]: ({ id }) => handled.push(id) });
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
});

const REFUSED =
  /^NATS refused the user reviews \(AUTHORIZATION_VIOLATION\)\. Check the password in NATS_URL\.$/;

/** Longer than nats.js needs to connect again if nothing prevents it. */
const ASK_MS = 700;

describe('a link whose log-in NATS refuses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-refused-'));
  const links: NatsLink[] = [];
  let nats: GuardedNats;
  let logs: RecordedLogs;

  beforeAll(async () => {
    nats = await startGuardedNats();
  });
  beforeEach(() => Logger.overrideLogger((logs = new RecordedLogs())));
  afterEach(async () => {
    for (const link of links.splice(0)) await link.close();
  });
  afterAll(async () => {
    await nats.stop();
    rmSync(folder, { recursive: true });
  });

  const open = (settings: Partial<NatsSettings> & { url: string }): NatsLink => {
    const link = new NatsLink({ service: 'reviews', ...settings }, ASK_MS);
    links.push(link);
    link.open();
    return link;
  };
  const refused = (link: NatsLink, reason: RegExp) =>
    eventually(
      () => link.refusal,
      (found) => found !== null && reason.test(found),
      `a refusal because of ${String(reason)}`,
    );
  const connected = (link: NatsLink) =>
    eventually(
      () => link.connected,
      (is) => is,
      'the link to be connected',
    );
  /** How often the server refused a log-in so far. */
  const refusals = () => nats.log().split('authentication error').length - 1;
  const errors = () => logs.errors().map(({ message }) => message);

  it('says so once, tries again, and connects as soon as the server knows the password', async () => {
    const before = refusals();
    const link = open({ url: nats.urlOf('reviews').replace('password-of-reviews', 'new-password') });
    await refused(link, REFUSED);
    await eventually(refusals, (count) => count >= before + 3, 'several refused log-ins');
    expect(errors()).toEqual([expect.stringMatching(REFUSED)]);
    expect(link.connected).toBe(false);
    await nats.setPassword('reviews', 'new-password');
    await connected(link);
    expect(link.refusal).toBeNull();
    await link.close();
    await nats.setPassword('reviews', 'password-of-reviews');
  });

  it('says so if the password changes while it is connected, and recovers when it is changed back', async () => {
    const link = open({ url: nats.urlOf('reviews') });
    await connected(link);
    await nats.setPassword('reviews', 'another');
    await refused(link, REFUSED);
    expect(link.connected).toBe(false);
    await nats.setPassword('reviews', 'password-of-reviews');
    await connected(link);
    expect(link.refusal).toBeNull();
    expect(errors()).toEqual([expect.stringMatching(REFUSED)]);
  });

  it('says so if it no longer trusts the certificate of the server after a reconnect', async () => {
    const files = writeCertificates(folder);
    const config = `tls { cert_file: "${files['server.crt']}", key_file: "${files['server.key']}" }`;
    const server = await startNats({ config });
    const tlsCa = join(folder, 'own-authority.crt');
    copyFileSync(files['ca.crt'], tlsCa);
    const link = open({ url: server.url, tlsCa });
    await connected(link);
    copyFileSync(files['client.crt'], tlsCa);
    await server.restart();
    await refused(link, /^The TLS of NATS was refused \(.*certificate.*NATS_TLS_CA/);
    copyFileSync(files['ca.crt'], tlsCa);
    await connected(link);
    expect(link.refusal).toBeNull();
    await server.stop();
  });

  it('tells a refusal from a server that is away', async () => {
    const absent = open({ url: `nats://reviews:secret@127.0.0.1:${await freePort()}` });
    await absent.checkServer(60_000);
    expect(absent.refusal).toBeNull();
    const link = open({ url: nats.urlOf('reviews') });
    await connected(link);
    await nats.halt();
    await eventually(
      () => link.connected,
      (is) => !is,
      'the link to be disconnected',
    );
    await nats.restart();
    await connected(link);
    expect([link.refusal, errors()]).toEqual([null, []]);
  });

  it('names the settings of TLS, of credentials and of tokens', async () => {
    const files = writeCertificates(folder);
    const own = { cert: files['server.crt'], key: files['server.key'] };
    const server = await startNats({ config: `tls { cert_file: "${own.cert}", key_file: "${own.key}" }` });
    await refused(open({ url: server.url }), /^The TLS of NATS was refused \(.*certificate.*NATS_TLS_CA/);
    const withToken = `nats://a-secret-token@127.0.0.1:${server.port}`;
    await refused(
      open({ url: withToken, tlsCa: files['ca.crt'] }),
      /^NATS refused the token of the service reviews .*Check NATS_URL\.$/,
    );
    await refused(
      open({ url: server.url, tlsCa: files['ca.crt'], creds: join(folder, 'missing.creds') }),
      /^NATS_CREDS could not be read \(ENOENT: .*missing\.creds/,
    );
    expect(JSON.stringify(errors())).not.toContain('a-secret-token');
    await server.stop();
  });
});

Logger.overrideLogger(false);

/** A user whose permissions are out of date: it may publish everything and subscribe to nothing. */
const ACCESS = `accounts { A { jetstream: enabled, users: [
  { user: ai, password: secret, permissions: { publish: ">", subscribe: { deny: ">" } } }
] } }`;

class Cache {
  @Broadcast(reviewCreated)
  drop(): void {}
}

describe('a subscription that the server refuses', () => {
  let nats: NatsHandle;
  let link: NatsLink;

  beforeAll(async () => {
    nats = await startNats({ access: ACCESS });
    link = new NatsLink({ url: `nats://ai:secret@127.0.0.1:${nats.port}`, service: 'ai' });
    link.open();
    await link.waitUntilConnected(10_000);
  });
  afterAll(async () => {
    await link.close();
    await nats.stop();
  });
  // The reader of the connection must still read the response to the flush.
  afterEach(async () => {
    const connection = link.connection!;
    await connection.flush();
    expect(link.connected).toBe(true);
    await connection.flush();
  });

  it('makes a batch fail with the reason, each time', async () => {
    const publisher = new BatchPublisher(link);
    const message = { id: 'evt_1', subject: 'review.created.v1.1.1', payload: '{}' };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await publisher.publish([message])).toEqual([
        {
          stored: false,
          reason: 'disconnected',
          message: 'NATS refuses the subscription to the acknowledgements',
        },
      ]);
    }
    publisher.close();
  });

  it('ends a pull session with the reason', async () => {
    const session = new PullSession(link.connection!, {
      stream: 'EVENTS',
      durable: 'ai__review',
      service: 'ai',
      capacity: 1,
      room: () => 1,
      receive: () => {},
    });
    await expect(session.ended).resolves.toMatch(/permissions violation/i);
  });

  it('leaves peers, broadcasts and wake-ups of the relay without messages, and the connection working', async () => {
    const received: unknown[] = [];
    const peers = new PeerNotifier(link);
    peers.subscribe((message) => received.push(message));
    const broadcasts = new Broadcasts(link);
    broadcasts.register(new Cache());
    broadcasts.start();
    const wakeups = new RelayWakeups(link, () => true);
    wakeups.start();
    await link.connection!.flush();
    peers.notify('hello');
    await link.connection!.flush();
    expect(received).toEqual([]);
    wakeups.stop();
    await broadcasts.stop();
    peers.onApplicationShutdown();
  });
});
