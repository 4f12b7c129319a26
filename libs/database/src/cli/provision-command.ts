import { SERVICE_NAMES } from '@plaudit/contracts';
import { passwordVariable, provisionDatabase } from '../provision';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment lacks something; the message lists all of it. */
export class UsageError extends Error {}

/** Provisions all services: DATABASE_ADMIN_URL and one `<SERVICE>_DATABASE_PASSWORD` each. Returns what it did. */
export async function provisionFrom(env: Environment): Promise<string> {
  const names = ['DATABASE_ADMIN_URL', ...SERVICE_NAMES.map(passwordVariable)];
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) throw new UsageError(`not set: ${missing.join(', ')}`);
  const services = SERVICE_NAMES.map((name) => ({ name, password: env[passwordVariable(name)] as string }));
  await provisionDatabase({ adminUrl: env['DATABASE_ADMIN_URL'] as string, services });
  return `roles and schemas are in place: ${SERVICE_NAMES.join(', ')}`;
}
