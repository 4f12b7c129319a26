import { atLength } from '@plaudit/testing';

import { RandomWalk } from './random-walk.suite';

const SEED = Number(process.env.WALK_SEED ?? 20_261_124);
const STEPS = Number(process.env.WALK_STEPS ?? atLength({ short: 50, long: 350 }));
/** Every third seed lets the service repeat mails without an answer. */
const UNKNOWN = SEED % 3 === 1 ? 'retry' : 'assume_sent';

describe('A random walk of everything that can happen to invitations', () => {
  let walk: RandomWalk | undefined;
  beforeAll(async () => (walk = await RandomWalk.start({ seed: SEED, unknown: UNKNOWN })));
  afterAll(() => walk?.close());

  it('breaks no promise to clients and recipients', async () => {
    await walk!.run(STEPS);
    const { requests, mails, sent, failed, skipped, cancelled } = walk!.summary;
    // Otherwise the walk has met too little to prove anything. A short walk does not meet every end of a request.
    const met = atLength({
      short: [requests, mails, sent],
      long: [requests, mails, sent, failed, skipped, cancelled],
    });
    expect(Math.min(...met.map((count) => count!))).toBeGreaterThan(0);
  }, 600_000);
});
