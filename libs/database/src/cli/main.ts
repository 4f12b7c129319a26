import { resolvedEnvironment } from '../settings/resolve-settings';
import { provisionFrom } from './provision-command';
import { UsageError } from './usage-error';

/**
 * `node libs/database/dist/cli/main.js` creates the roles, schemas and extensions in the database of
 * DATABASE_ADMIN_URL. It can be repeated: a changed password is set on the existing role.
 */
provision().then(
  (done) => {
    process.stdout.write(`${done}\n`);
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);

async function provision(): Promise<string> {
  return provisionFrom(resolvedEnvironment(process.env));
}
