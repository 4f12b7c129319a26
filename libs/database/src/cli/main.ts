import { provisionFrom, UsageError } from './provision-command';

/**
 * node libs/database/dist/cli/main.js: makes or renews roles, schemas and extensions in the database of
 * DATABASE_ADMIN_URL. May be repeated: a changed password becomes the role's.
 */
provisionFrom(process.env).then(
  (done) => {
    process.stdout.write(`${done}\n`);
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
