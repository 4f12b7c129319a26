import { ownValue, SERVICE_NAMES } from '@plaudit/contracts';
import { passwordVariable, provisionDatabase } from '../provisioning/provision';
import { UsageError } from './usage-error';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Provisions every service from DATABASE_ADMIN_URL and one `<SERVICE>_DATABASE_PASSWORD` each. Returns a line for the
 * terminal. Throws a {@link UsageError} that lists the missing variables.
 */
export async function provisionFrom(env: Environment): Promise<string> {
  const names = ['DATABASE_ADMIN_URL', ...SERVICE_NAMES.map(passwordVariable)];
  const missing = names.filter((name) => !ownValue(env, name));
  if (missing.length > 0) throw new UsageError(`Set these environment variables: ${missing.join(', ')}.`);
  const services = SERVICE_NAMES.map((name) => ({
    name,
    password: ownValue(env, passwordVariable(name)) as string,
  }));
  await provisionDatabase({
    adminUrl: env['DATABASE_ADMIN_URL'] as string,
    services,
    timeoutFactor: Number(env['SERVICE_TIMEOUT_FACTOR']) || 1,
  });
  return `Provisioned the roles and schemas of ${SERVICE_NAMES.join(', ')}.`;
}
