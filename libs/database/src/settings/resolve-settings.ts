import { UsageError } from '../cli/usage-error';
import { withDatabaseTls } from './database-tls';
import { type ReadSettings, readSecretFiles, type Settings } from './secret-settings';

/**
 * Returns the settings as programs use them: with the secrets that are in files, and with TLS in the URLs of Postgres. Resolved
 * settings can be resolved again.
 */
export function resolveSettings(given: Settings): ReadSettings {
  const read = readSecretFiles(given);
  const { settings, problems } = withDatabaseTls(read.settings);
  return { settings, problems: [...read.problems, ...problems] };
}

/** Returns the resolved environment of a command. Throws a {@link UsageError} with every problem. */
export function resolvedEnvironment(env: Settings): Settings {
  const { settings, problems } = resolveSettings(env);
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return settings;
}
