import { SERVICE_NAMES } from '@plaudit/contracts';
import { UsageError } from '@plaudit/database';

/** The input of a command: its options, the environment, and a function that prints a line. */
export interface CommandCall {
  options: Readonly<Record<string, string | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
}

/** Returns the exit code. */
export type Command = (call: CommandCall) => Promise<number>;

const DATABASE_SETTINGS = ['DATABASE_ADMIN_URL', 'DATABASE_DIRECT_URL', 'DATABASE_URL'] as const;

/** Returns the schema of `--service` and the URL of its database. */
export function databaseOf({ options, env }: CommandCall): { schema: string; databaseUrl: string } {
  const schema = SERVICE_NAMES.find((name) => name === options['service']);
  if (!schema) throw new UsageError(`--service must be one of ${SERVICE_NAMES.join(', ')}.`);
  const name = DATABASE_SETTINGS.find((setting) => env[setting]);
  if (!name)
    throw new UsageError(
      'Set the environment variable DATABASE_ADMIN_URL, DATABASE_DIRECT_URL or DATABASE_URL.',
    );
  const databaseUrl = env[name] as string;
  if (!/^postgres(ql)?:/.test(databaseUrl))
    throw new UsageError(`${name} must be a URL such as postgres://user:password@host/database.`);
  return { schema, databaseUrl };
}

/** Returns undefined if the option is missing or empty. */
export function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new UsageError(`${name} must be a whole number above 0.`);
  return number;
}
