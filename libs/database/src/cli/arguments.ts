import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './usage-error';

/** Reads a command line with `parseArgs`. Throws {@link UsageError} for unknown options and missing values. */
export function readArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node adds a hint about arguments that begin with "-". No command has such arguments.
    throw new UsageError((error as Error).message.replace(/ To specify a positional argument.*/, ''));
  }
}
