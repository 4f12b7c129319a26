// Everything stored and compared is UTC; the specs that need another zone start a child process of their own.
process.env.TZ = 'UTC';

module.exports = {
  rootDir: __dirname,
  roots: ['<rootDir>/libs', '<rootDir>/apps'],
  testMatch: ['**/src/**/*.spec.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', {}] },
  // A worker stays below 300 MB. A new one takes over from a worker that a leak has let grow beyond this.
  workerIdleMemoryLimit: '1GB',
  // On a busy machine, a worker with nothing open needs more than the default of 500 ms to end.
  workerGracefulExitTimeout: 30_000,
  // Most specs wait for real servers. On two cores, a run with three workers takes 84 % of the time of one with two.
  maxWorkers: 3,
  setupFiles: [
    '<rootDir>/libs/testing/src/jest/fixed-seed.ts',
    '<rootDir>/libs/testing/src/jest/source-threads.ts',
  ],
  runtime: '<rootDir>/libs/testing/src/jest/shared-scripts-runtime.js',
  testEnvironment: '<rootDir>/libs/testing/src/jest/test-environment.ts',
  testEnvironmentOptions: { customExportConditions: ['@plaudit/source', 'node', 'node-addons'] },
  globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/jest/global-teardown.ts',
  reporters: ['default', '<rootDir>/libs/testing/src/jest/summary-reporter.js'],
  // Generous, because a shared machine may be ten times slower; a test that hangs is still found.
  testTimeout: 120_000,
};
