import { inspect } from 'node:util';
import type { LoggerService } from '@nestjs/common';

export interface LogLine {
  level: 'fatal' | 'error' | 'warn' | 'log' | 'debug' | 'verbose';
  /** The name that the logger was created with. */
  context: string | undefined;
  message: unknown;
}

/** Keeps the log lines of a process in memory, for specs that check them. */
export class RecordedLogs implements LoggerService {
  readonly lines: LogLine[] = [];
  private readonly expected: RegExp[] = [];

  fatal = this.keep('fatal');
  error = this.keep('error');
  warn = this.keep('warn');
  log = this.keep('log');
  debug = this.keep('debug');
  verbose = this.keep('verbose');

  /** Returns the lines at the levels error and fatal. */
  errors(): LogLine[] {
    return this.lines.filter(({ level }) => level === 'error' || level === 'fatal');
  }

  /** Allows errors whose context or message matches `pattern`. */
  expectErrors(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** Throws if there is an error that {@link expectErrors} does not allow. The message lists all of them. */
  assertNoUnexpectedErrors(): void {
    const unexpected = this.errors()
      .map(textOf)
      .filter((text) => !this.expected.some((pattern) => pattern.test(text)));
    if (unexpected.length === 0) return;
    throw new Error(
      `The services logged ${unexpected.length} unexpected error(s); allow them with world.expectErrors(/…/):\n` +
        unexpected.map((text) => text.slice(0, MAX_TEXT)).join('\n'),
    );
  }

  private keep(level: LogLine['level']): (message: unknown, ...rest: unknown[]) => void {
    return (message, ...rest) => {
      const context = rest.at(-1);
      this.lines.push({ level, message, context: typeof context === 'string' ? context : undefined });
    };
  }
}

/** Enough for the message and the first frames of the stack. */
const MAX_TEXT = 600;

function textOf({ context, message }: LogLine): string {
  const text = typeof message === 'string' ? message : inspect(message, { depth: 6 });
  return `[${context ?? 'no context'}] ${text}`;
}
