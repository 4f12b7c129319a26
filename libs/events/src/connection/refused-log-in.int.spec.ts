import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import {
  eventually,
  freePort,
  type GuardedNats,
  RecordedLogs,
  startGuardedNats,
  startNats,
  writeCertificates,
} from '@plaudit/testing';
import { type NatsSettings } from './nats-connection';
import { NatsLink } from './nats-link';

const REFUSED =
  /^NATS refused the user reviews \(AUTHORIZATION_VIOLATION\)\. Check the password in NATS_URL\.$/;

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
    const link = new NatsLink({ service: 'reviews', ...settings });
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
