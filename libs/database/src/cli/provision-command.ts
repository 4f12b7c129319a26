import { SERVICE_NAMES } from '@plaudit/contracts';
import { passwordVariable, provisionDatabase } from '../provision';

type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables are missing. The message lists all of them. */
export class UsageError extends Error {}

/**
 * Provisions every service from DATABASE_ADMIN_URL and one `<SERVICE>_DATABASE_PASSWORD` each. Returns a line for the
 * terminal. Throws {@link UsageError} if a variable is missing.
 */
export async function provisionFrom(env: Environment): Promise<string> {
  const names = ['DATABASE_ADMIN_URL', ...SERVICE_NAMES.map(passwordVariable)];
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) throw new UsageError(`Set these environment variables: ${missing.join(', ')}.`);
  const services = SERVICE_NAMES.map((name) => ({ name, password: env[passwordVariable(name)] as string }));
  await provisionDatabase({ adminUrl: env['DATABASE_ADMIN_URL'] as string, services });
  return `Provisioned the roles and schemas of ${SERVICE_NAMES.join(', ')}.`;
}
