import { inspect } from 'node:util';
import type { LoggerService } from '@nestjs/common';

/** What no log may contain, in the forms in which the product and its tests use it. */
const PRIVATE: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an API key', /rk_[0-9A-Za-z]{40}/],
  ['a webhook secret', /whsec_[\w+/=-]{16,}/],
  ['a password hash', /\$argon2/],
  ['a signed token', /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/],
  ['an authorization', /\b(Basic|Bearer) [\w+/=.-]{8,}/],
  ['a URL with a password', /:\/\/[^\s/:@"]*:[^\s/@"]+@/],
  ['an e-mail address', /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
];

export interface LogLine {
  level: 'fatal' | 'error' | 'warn' | 'log' | 'debug' | 'verbose';
  /** The name that the logger was created with. */
  context: string | undefined;
  message: unknown;
}

/** The fields of a line of the access log. docs/operations.md explains them. */
export interface AccessLine {
  method?: string;
  route: string;
  status: number;
  ms: number;
  bytes_in?: number;
  bytes: number;
  account_id?: number;
  sub_account_id?: number;
  key_id?: number;
  request_id: string;
  trace_id?: string;
  upstream?: string;
  replica?: string;
  service: string;
  aborted?: true;
}

/** Keeps the log lines of a process in memory, for specs that check them. */
export class RecordedLogs implements LoggerService {
  readonly lines: LogLine[] = [];
  private readonly expected: RegExp[] = [];
  /** Writes a line again as a process does, for {@link written}. */
  private readonly calls: ((logger: LoggerService) => void)[] = [];

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

  /** Returns the fields of the lines of the access log, in the order in which the responses were complete. */
  requests(): AccessLine[] {
    return this.lines.flatMap(({ context, message }) =>
      context === 'Access' ? [message as AccessLine] : [],
    );
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

  /** Returns every line as a process writes it, at the most detailed level. */
  async written(): Promise<string[]> {
    const { PinoLogger } = await import('@plaudit/runtime');
    const written: string[] = [];
    const logger = new PinoLogger('trace', { write: (line) => void written.push(line) });
    for (const call of this.calls) call(logger);
    return written;
  }

  /** Throws if a line contains a credential or an e-mail address. */
  async assertNothingPrivate(): Promise<void> {
    const found = (await this.written()).flatMap((line) =>
      PRIVATE.filter(([, pattern]) => pattern.test(line)).map(
        ([what]) => `${what}: ${line.slice(0, MAX_TEXT)}`,
      ),
    );
    if (found.length > 0)
      throw new Error(`The services logged what no log may contain:\n${found.join('\n')}`);
  }

  private keep(level: LogLine['level']): (message: unknown, ...rest: unknown[]) => void {
    return (message, ...rest) => {
      const context = rest.at(-1);
      this.calls.push((logger) =>
        (logger[level] as (...args: unknown[]) => void).call(logger, message, ...rest),
      );
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
