import fc from 'fast-check';

/** The seed of all property-based specs. A failure repeats with the next run; another seed draws other values. */
const SEED = Number(process.env.FAST_CHECK_SEED ?? 20_251_122);

if (!Number.isInteger(SEED)) throw new Error('FAST_CHECK_SEED must be a whole number.');

fc.configureGlobal({ seed: SEED });
