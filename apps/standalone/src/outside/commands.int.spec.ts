import { cpSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DomainEvent,
  type EventDefinition,
  outsideConsumersIn,
  type ReviewPayload,
  reviewCreated,
  reviewDeleted,
  subjectOf,
} from '@plaudit/contracts';
import { removeDataDir } from '@plaudit/embedded';
import { applyTopology } from '@plaudit/events';
import { buildEvent, durableBacklog, publishToEvents } from '@plaudit/testing';
import { compareSync } from 'bcryptjs';
import { type DataPlane, startDataPlane } from '../data-plane';
import { REPOSITORY } from '../deploy/compose.suite';
import { readSettings } from '../settings';
import { type CommandCall, COMMANDS } from './commands';
import { TourProgram } from './tour-program.suite';

let dataDir: string;
let plane: DataPlane;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plaudit-outside-'));
  plane = await startPlane();
  await applyTopology(plane.nats.url);
});
afterAll(async () => {
  await plane.stop();
  await removeDataDir(dataDir);
});

/** Starts the nats-server of the product. The Postgres of the settings is not contacted. */
function startPlane(): Promise<DataPlane> {
  const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost/unused', PATH: process.env.PATH };
  return startDataPlane(readSettings(env), env, () => {});
}

async function run(name: string, options: CommandCall['options'], env = { DATA_DIR: dataDir }) {
  const [printed, told]: string[][] = [[], []];
  const newPassword = (): string => `secret-of-${options.name}`;
  const print = (line: string) => void printed!.push(line);
  await COMMANDS[name]!({ options, env, newPassword, print, tell: (line) => void told!.push(line) });
  return { printed: printed!, told: told!.join('\n') };
}

/** Adds a consumer and returns the file with its credentials. */
async function added(name: string, account: string): Promise<string> {
  const out = join(dataDir, `${name}.json`);
  await run('add', { name, account, out });
  return out;
}

const publish = (event: DomainEvent): Promise<void> =>
  publishToEvents(plane.nats.url, subjectOf(event), JSON.stringify(event));

describe('npm run consumer:add on a running product', () => {
  it('prints what connect() takes, and stores only a hash of the password', async () => {
    const { printed, told } = await run('add', { name: 'crm', account: '7' });
    const credentials = JSON.parse(printed.join('')) as object;
    const { port } = new URL(plane.nats.url);
    expect(credentials).toEqual({
      servers: `127.0.0.1:${port}`,
      user: 'crm',
      pass: 'secret-of-crm',
      inboxPrefix: '_INBOX.crm',
    });
    expect(told).toContain('The running server has loaded them.');
    const users = readFileSync(join(dataDir, 'nats', 'users.conf'), 'utf8');
    expect(users).not.toContain('secret-of-crm');
    const passwordHash = outsideConsumersIn(users)[0]?.passwordHash as string;
    expect(passwordHash).toMatch(/^\$2a\$/);
    expect(compareSync('secret-of-crm', passwordHash)).toBe(true);
  });

  it('writes a file that only its owner can read, and replaces none', async () => {
    const file = await added('owner', '7');
    expect(statSync(file).mode & 0o077).toBe(0);
    await expect(run('add', { name: 'other', all: true, out: file })).rejects.toThrow(
      '--out must name a new file',
    );
    expect((await run('list', {})).printed).toEqual(['crm  account 7', 'owner  account 7']);
  });

  it('lets a program listen to the events of its account, and to no others', async () => {
    const file = await added('listener', '7');
    const listening = TourProgram.start('listen.mjs', file, 'review.*.*.7.>');
    await listening.hasSaid('listening to review.*.*.7.>');
    const event = buildEvent(reviewCreated, { accountid: 7 });
    await publish(event);
    await listening.hasSaid(event.id);
    await listening.stop();
    const refused = TourProgram.start('listen.mjs', file, 'review.*.*.8.>');
    await refused.hasSaid('The server refused review.*.*.8.>');
    expect(await refused.ended()).toBe(1);
  });
});

describe('the sample consumer', () => {
  const review = (version: number, definition: EventDefinition<ReviewPayload> = reviewCreated): DomainEvent =>
    buildEvent(definition, { accountid: 77, subject: '5', aggregateversion: version });

  it('acknowledges after its work, ignores repeats and outdated versions, and tries again later', async () => {
    const consumer = TourProgram.start('consumer.mjs', await added('sample', '77'), '77');
    await consumer.hasSaid('consuming the reviews of account 77');
    const newest = review(4);
    await publish(buildEvent(reviewCreated, { accountid: 78 }));
    for (const event of [review(1), newest, review(2), newest, review(9, reviewDeleted)])
      await publish(event);
    await publishToEvents(plane.nats.url, 'review.created.v1.77.1', 'no JSON');
    const output = await consumer.hasSaid('Attempt 2 failed, the next one follows in 2000 ms');
    expect(output.split('\n').filter((line) => line.startsWith('review.'))).toEqual([
      'review.created 5 version 1 stored',
      'review.created 5 version 4 stored',
      'review.created 5 version 2 outdated',
      'review.created 5 version 4 repeated',
      'review.deleted 5 version 9 stored',
    ]);
    const backlog = await durableBacklog(plane.nats.url, 'sample');
    expect(backlog).toMatchObject({ pending: 0, unacknowledged: 1 });
    expect(await consumer.stop()).toBe(0);
  });

  it('asks for the file and the account if they are missing', async () => {
    const consumer = TourProgram.start('consumer.mjs', 'sample.json');
    expect(await consumer.ended()).toBe(1);
    expect(consumer.lines).toEqual([
      'Name the file with the credentials and the id of the account: crm.json 1',
    ]);
  });

  it('waits for the product if it is started first', async () => {
    const file = await added('early', '5');
    await plane.stop();
    const consumer = TourProgram.start('consumer.mjs', file, '5');
    plane = await startPlane();
    await consumer.hasSaid('consuming the reviews of account 5');
    expect(await consumer.stop()).toBe(0);
  });

  it('continues where it was, on the same port with the same credentials, after a restart of the product', async () => {
    const consumer = TourProgram.start('consumer.mjs', await added('durable', '5'), '5');
    await consumer.hasSaid('consuming');
    await plane.stop();
    plane = await startPlane();
    const event = buildEvent(reviewCreated, { accountid: 5, subject: '3' });
    await publish(event);
    await consumer.hasSaid('review.created 3 version 1 stored');
    expect(await consumer.stop()).toBe(0);
  });
});

describe('npm run consumer:remove', () => {
  it('ends the connection of the consumer, and refuses its name to another account', async () => {
    const file = await added('gone', '7');
    const consumer = TourProgram.start('consumer.mjs', file, '7');
    await consumer.hasSaid('consuming');
    const stays = TourProgram.start('listen.mjs', await added('stays', '7'), 'review.*.*.7.>');
    await stays.hasSaid('listening');
    const { told } = await run('remove', { name: 'gone' });
    expect(told).toContain('nats consumer rm EVENTS gone');
    await consumer.hasSaid('The connection ended: ');
    expect(await consumer.ended()).toBe(1);
    const event = buildEvent(reviewCreated, { accountid: 7 });
    await publish(event);
    await stays.hasSaid(event.id);
    await stays.stop();
    expect((await run('list', {})).printed).not.toContain('gone  account 7');
    await expect(run('add', { name: 'gone', account: '8' })).rejects.toThrow('was a consumer of account 7');
    await expect(run('remove', { name: 'gone' })).rejects.toThrow('There is no outside consumer gone.');
    await run('add', { name: 'gone', account: '7' });
    expect((await run('list', {})).printed).toContain('gone  account 7');
  });
});

describe('the place of outside consumers', () => {
  it('is the file of --file, although the product runs, and the rest of the file stays', async () => {
    const file = join(dataDir, 'users-copy.conf');
    cpSync(join(REPOSITORY, 'deploy', 'nats', 'users.conf'), file);
    const before = readFileSync(file, 'utf8');
    const { printed, told } = await run('add', {
      name: 'lake',
      all: true,
      file,
      server: 'nats.example.com:4222',
    });
    expect(told).toContain('docker compose kill -s HUP nats');
    expect(JSON.parse(printed.join(''))).toMatchObject({ servers: 'nats.example.com:4222', user: 'lake' });
    const after = readFileSync(file, 'utf8');
    expect(outsideConsumersIn(after)).toMatchObject([{ name: 'lake', accountId: null }]);
    const head = before.slice(0, before.indexOf('# --- Outside'));
    expect(after.startsWith(head)).toBe(true);
    expect((await run('list', {})).printed).not.toContain('lake  every account');
  });

  it('is unknown for a product that uses a NATS of its own', async () => {
    const other = mkdtempSync(join(tmpdir(), 'plaudit-outside-'));
    writeFileSync(join(other, 'endpoints.json'), '{}');
    await expect(run('list', {}, { DATA_DIR: other })).rejects.toThrow('uses the NATS of NATS_URL');
    await removeDataDir(other);
  });

  it('is the stopped product, whose next start knows the consumer', async () => {
    await plane.stop();
    const { told } = await run('add', { name: 'later', account: '7' });
    expect(told).toContain('from the next start');
    plane = await startPlane();
    expect((await run('list', {})).printed).toContain('later  account 7');
    const users = readFileSync(join(dataDir, 'nats', 'users.conf'), 'utf8');
    expect(users).toContain('review.*.*.7.>');
  });
});

describe('npm run consumer:add', () => {
  it.each([
    [{ account: '7' }, '--name is required'],
    [{ name: 'Crm', account: '7' }, '--name must begin with a letter'],
    [{ name: 'reviews', account: '7' }, '--name is the name of a part of the product'],
    [{ name: 'new' }, 'Choose the events with --account 7 or with --all.'],
    [{ name: 'new', account: '7', all: true }, 'Choose the events with --account 7 or with --all.'],
    [{ name: 'new', account: '7.>' }, '--account must be the id of an account.'],
    [{ name: 'crm', account: '7' }, 'crm exists already'],
    [{ name: 'new', account: '7', file: '/nowhere' }, '/nowhere is not there'],
    [{ name: 'new', account: '7', 'data-dir': '/nowhere' }, 'Start the product once.'],
  ])('refuses the options %j', async (options, message) => {
    await expect(run('add', options)).rejects.toThrow(message);
  });
});
