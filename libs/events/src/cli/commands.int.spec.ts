import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { reviewCreated } from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import { buildEvent, buildReview, eventually, SOURCE_FLAGS } from '@plaudit/testing';
import { PermanentError } from '../consume/retry-policy';
import { EventsWorld } from '../fixtures/events-world';
import { published } from '../fixtures/replica';
import { COMMANDS } from './commands';

describe('the command line of libs/events', () => {
  let world: EventsWorld;
  let broken = true;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'ai']);
    world.consume(await world.replica('ai'), {
      [reviewCreated.pattern]: () => {
        if (broken) throw new PermanentError('poison review');
      },
    });
  });
  afterAll(() => world.close());

  async function run(
    name: string,
    options: Record<string, string> = {},
    settings: Record<string, string> = {},
  ) {
    const lines: string[] = [];
    const env = { NATS_URL: world.nats.url, DATABASE_URL: world.databaseUrl('reviews'), ...settings };
    const code = await COMMANDS[name]!({ options, env, print: (line) => lines.push(line) });
    return { code, lines };
  }

  it('applies the topology and reports a missing durable', async () => {
    const applied = await run('topology');
    expect(applied.code).toBe(0);
    expect(applied.lines).toContain('unchanged  ai__review of DIRECT');
    await expect(run('topology', { check: 'true' })).resolves.toMatchObject({ code: 0 });
    const jsm = await world.manager();
    await jsm.consumers.delete('EVENTS', 'webhooks__rating');
    await expect(run('topology', { check: 'true' })).resolves.toEqual({
      code: 1,
      lines: ['webhooks: durable webhooks__rating of stream EVENTS is missing; run "npm run topology"'],
    });
  });

  it('refuses to make a stream smaller until it is forced', async () => {
    await run('topology', {}, { EVENTS_MAX_BYTES: '1100000000' });
    const smaller = { EVENTS_MAX_BYTES: '900000000' };
    const refused = await run('topology', {}, smaller);
    expect(refused.code).toBe(1);
    expect(refused.lines.slice(-2)).toEqual([
      'refused  EVENTS: max_bytes from 1100000000 to 900000000',
      'The refused changes would give up messages, subjects or copies. --force applies them.',
    ]);
    await expect(run('topology', { 'keep-going': 'true' }, smaller)).resolves.toEqual({
      ...refused,
      code: 0,
    });
    await expect(run('topology', { check: 'true' }, smaller)).resolves.toEqual({
      code: 1,
      lines: ['all services: stream EVENTS differs in max_bytes (1100000000, not 900000000)'],
    });
    await expect(run('topology', { check: 'true' })).resolves.toMatchObject({ code: 0 });
    const forced = await run('topology', { force: 'true' }, smaller);
    expect(forced).toMatchObject({ code: 0, lines: expect.arrayContaining(['updated  EVENTS']) });
    await expect(run('topology', { check: 'true' }, smaller)).resolves.toMatchObject({ code: 0 });
  });

  it('lists dead letters and redelivers them', async () => {
    expect((await run('dead')).lines).toEqual(['There are no dead letters.']);
    const event = buildEvent(reviewCreated);
    await world.publish(event);
    const listed = await eventually(
      () => run('dead', { durable: 'ai__review', limit: '5' }),
      ({ lines }) => lines[0] !== 'There are no dead letters.',
      'a dead letter',
    );
    expect(listed.lines[0]).toMatch(
      new RegExp(`^1  \\S+Z  ai__review  review\\.created\\.v1\\.1\\.1  ${event.id}  poison review$`),
    );
    broken = false;
    for (const name of ['redeliver', 'discard']) {
      const missing = await run(name, { letter: '99' });
      expect(missing.code).toBe(1);
      expect(missing.lines[0]).toBe('99  not found; "dead" lists the dead letters');
    }
    const { lines } = await run('redeliver', { letter: '1' });
    expect(lines).toEqual([`1  published ${event.id} to ai__review`, 'Dead letters redelivered: 1']);
  });

  it('finds dead letters by their text and discards only the chosen ones', async () => {
    broken = true;
    const reviews = ['Zanzibar', 'Samarkand', 'Timbuktu'].map((text) =>
      buildEvent(reviewCreated, { data: buildReview({ text }) }),
    );
    await world.publish(...reviews);
    const listed = await eventually(
      () => run('dead'),
      ({ lines }) => lines.length === 3,
      'three dead letters',
    );
    const numberOf = (id: string) => listed.lines.find((line) => line.includes(id))!.split(' ')[0]!;
    const found = await run('dead', { search: 'zanziBAR' });
    expect(found.lines).toEqual([expect.stringContaining(reviews[0]!.id)]);
    const first = await run('discard', { durable: 'ai__review', search: 'zanzibar' });
    expect(first.lines).toEqual([
      `${numberOf(reviews[0]!.id)}  discarded ${reviews[0]!.id} of ai__review`,
      'Dead letters discarded: 1',
    ]);
    const second = await run('discard', { letter: numberOf(reviews[1]!.id) });
    expect(second.lines.at(-1)).toBe('Dead letters discarded: 1');
    expect((await run('dead')).lines).toEqual([expect.stringContaining(reviews[2]!.id)]);
    await run('discard', { all: 'true' });
    expect((await run('dead')).lines).toEqual(['There are no dead letters.']);
    expect((await world.durable('ai__review')).num_pending).toBe(0);
    broken = false;
  });

  it('replays the events of a service', async () => {
    const reviews = await world.replica('reviews');
    reviews.relay.start();
    await reviews.changeReview(1);
    await eventually(
      () => reviews.pending(),
      (pending) => pending === 0,
      'an empty outbox',
    );
    const { lines } = await run('replay', { service: 'reviews', from: '2020-01-01T00:00:00Z' });
    expect(lines).toEqual(['Events published again: 0. Events that the stream already had: 1.']);
  });

  it('lists the outbox, parks an event that cannot be published, and puts it back', async () => {
    const reviews = await world.replica('reviews');
    await expect(run('outbox', { service: 'reviews' })).resolves.toEqual({
      code: 0,
      lines: ['The outbox is empty.'],
    });
    const refused = await reviews.changeReview(2, async (tx) => {
      await queryRows(tx, "update outbox set payload = payload || repeat(' ', 2000000)");
    });
    const next = await reviews.changeReview(2);
    reviews.relay.start();
    const { lines } = await eventually(
      () => run('outbox', { service: 'reviews' }),
      (listed) => !listed.lines[0]!.endsWith('not refused'),
      'the refusal',
    );
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^\\d+  ${refused.id}  review.created.v1.7.12  2\\d{6} bytes  \\d+ s old  rejected: larger than the max_payload`,
        ),
      ),
      expect.stringContaining(`  ${next.id}  `),
    ]);
    const id = lines[0]!.split(' ')[0]!;
    await expect(run('outbox', { service: 'reviews', park: id })).resolves.toMatchObject({
      lines: [expect.stringMatching(`^Parked ${id}  ${refused.id}`)],
    });
    await published(reviews);
    expect((await world.stored()).at(-1)).toEqual(next);
    await expect(run('outbox', { service: 'reviews', park: id })).rejects.toThrow(`has no event ${id}`);
    await expect(run('outbox', { service: 'reviews' })).resolves.toMatchObject({
      lines: ['The outbox is empty.', expect.stringMatching(`^parked  ${id}  ${refused.id}`)],
    });

    await reviews.database.query('update outbox_parked set payload = rtrim(payload)');
    await run('outbox', { service: 'reviews', unpark: id });
    await published(reviews);
    expect((await world.stored()).slice(-2)).toEqual([next, refused]);
    await expect(run('outbox', { service: 'reviews', unpark: id })).rejects.toThrow(`no parked event ${id}`);
  });

  it.each([
    ['outbox', {}, '--service must be one of'],
    ['outbox', { service: 'reviews', park: '' }, '--park needs the id'],
    ['outbox', { service: 'reviews', park: '1', unpark: '2' }, 'Use either --park or --unpark'],
    ['redeliver', {}, 'Choose the dead letters'],
    ['discard', {}, 'Choose the dead letters'],
    ['redeliver', { letter: 'x' }, '--letter must be a whole number above 0'],
    ['replay', { service: 'unknown', from: '2026-01-01' }, '--service must be one of reviews'],
    ['replay', { service: 'reviews' }, '--from is required'],
    ['replay', { service: 'reviews', from: 'yesterday' }, '--from must be a date'],
  ])('refuses %s with the options %j', async (name, options, message) => {
    await expect(run(name, options as Record<string, string>)).rejects.toThrow(message);
  });

  it.each([
    ['DATABASE_ADMIN_URL', 'localhost:5432'],
    ['DATABASE_DIRECT_URL', 'http://localhost'],
  ])('refuses %s=%s for the outbox', async (name, url) => {
    await expect(run('outbox', { service: 'reviews' }, { [name]: url })).rejects.toThrow(
      `${name} must be a URL such as postgres://`,
    );
  });
});

describe('the program of the event commands', () => {
  function program(...options: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const args = [...SOURCE_FLAGS, join(__dirname, 'main.ts'), ...options];
    const env = { PATH: process.env.PATH, TZ: 'UTC', NATS_URL: 'nats://127.0.0.1:1' };
    return new Promise((resolve) => {
      execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      });
    });
  }

  it('prints its commands with --help', async () => {
    const { code, stdout, stderr } = await program('topology', '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of Object.keys(COMMANDS)) expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
  });

  it.each([
    [['topology', '--forc'], "Unknown option '--forc'."],
    [['outbox', '--service'], "Option '--service <value>' argument missing"],
    [['topology', '--durable', 'x'], 'topology has no option --durable. --help lists its options.'],
    [['topology', 'check'], 'topology takes options only, not "check". --help lists its options.'],
    [['dead-letters'], 'Unknown command. Use one of topology, '],
  ])('exits with 2 after the wrong command line %j', async (options, message) => {
    const { code, stdout, stderr } = await program(...options);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(message)]);
  });

  it('names the server that it cannot reach', async () => {
    await expect(program('dead')).resolves.toEqual({
      code: 1,
      stdout: '',
      stderr: 'Could not connect to NATS at 127.0.0.1:1: CONNECTION_REFUSED\n',
    });
  });
});
