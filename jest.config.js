if (!process.execArgv.some((flag) => flag.endsWith('register.js')))
  throw new Error(
    'Start specs with `npm test -- <part of a path>`. It gives Node the flags that load TypeScript.',
  );

// Everything stored and compared is UTC; the specs that need another zone start a child process of their own.
process.env.TZ = 'UTC';

const IO = '\\.(int|e2e|long|release)\\.spec\\.ts$';
const ONLY_LONG = '\\.release\\.spec\\.ts$';
/** The tiers of CONTRIBUTING, "Tests". Without TEST_TIER, jest runs the files of the tiers rules and product. */
const TIERS = {
  rules: { testMatch: ['**/src/**/*.spec.ts'], testPathIgnorePatterns: [IO] },
  product: { testMatch: ['**/src/**/*.@(int|e2e|long).spec.ts'] },
  long: { testMatch: ['**/src/**/*.@(long|release).spec.ts'] },
};
const NEEDS_SERVERS = process.env.TEST_TIER !== 'rules';

module.exports = {
  rootDir: __dirname,
  // The folder of temporary files may be in memory.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  roots: ['<rootDir>/libs', '<rootDir>/apps'],
  ...(TIERS[process.env.TEST_TIER] ?? {
    testMatch: ['**/src/**/*.spec.ts'],
    testPathIgnorePatterns: [ONLY_LONG],
  }),
  // `register.js` compiles TypeScript.
  transform: {},
  // A worker has about 800 MB, of which 120 MB are in use. A new one takes over from a worker that has grown beyond this.
  workerIdleMemoryLimit: '1GB',
  // On a busy machine, a worker with nothing open needs more than the default of 500 ms to end.
  workerGracefulExitTimeout: 30_000,
  // On two cores, three workers were 18 % slower on three large files and 8 to 10 % faster on two sets of other files.
  maxWorkers: 2,
  setupFiles: ['<rootDir>/libs/testing/src/jest/fixed-seed.ts'],
  testSequencer: '<rootDir>/libs/testing/src/jest/long-files-first.js',
  runtime: '<rootDir>/libs/testing/src/jest/node-runtime.js',
  testEnvironment: '<rootDir>/libs/testing/src/jest/test-environment.ts',
  ...(NEEDS_SERVERS && {
    globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.ts',
    globalTeardown: '<rootDir>/libs/testing/src/jest/global-teardown.ts',
  }),
  reporters: ['default', '<rootDir>/libs/testing/src/jest/summary-reporter.js'],
  // Generous, because a shared machine may be ten times slower; a test that hangs is still found.
  testTimeout: process.env.TEST_TIER === 'long' ? 600_000 : 120_000,
};
