/** The seed of all property-based specs. A failure repeats with the next run; another seed draws other values. */
const SEED = Number(process.env.FAST_CHECK_SEED ?? 20_251_122);

// Not a mock: the factory hands out the real module. It runs only in spec files that import fast-check.
jest.mock('fast-check', () => {
  const fastCheck = jest.requireActual<typeof import('fast-check')>('fast-check');
  fastCheck.configureGlobal({ seed: SEED });
  return fastCheck;
});
