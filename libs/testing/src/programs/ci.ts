import { join } from 'node:path';

import { runTwice } from './run-twice';

/** `npm run test:ci`, which `.ci/run` calls. Runs all specs, then runs the failed spec files a second time. */
runTwice({
  command: [process.execPath, require.resolve('jest/bin/jest')],
  patterns: process.argv.slice(2),
  env: process.env,
  root: join(__dirname, '..', '..', '..', '..'),
  print: (line) => process.stdout.write(line),
}).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
