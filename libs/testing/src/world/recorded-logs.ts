import type { LoggerService } from '@nestjs/common';

export interface LogLine {
  level: 'fatal' | 'error' | 'warn' | 'log' | 'debug' | 'verbose';
  /** The name the logger was made with. */
  context: string | undefined;
  message: unknown;
}

/** Keeps log lines for specs that state which there must be; "a healthy run logs no error" is one of them. */
export class RecordedLogs implements LoggerService {
  readonly lines: LogLine[] = [];

  fatal = this.keep('fatal');
  error = this.keep('error');
  warn = this.keep('warn');
  log = this.keep('log');
  debug = this.keep('debug');
  verbose = this.keep('verbose');

  /** The lines that wake someone. */
  errors(): LogLine[] {
    return this.lines.filter(({ level }) => level === 'error' || level === 'fatal');
  }

  private keep(level: LogLine['level']): (message: unknown, ...rest: unknown[]) => void {
    return (message, ...rest) => {
      const context = rest.at(-1);
      this.lines.push({ level, message, context: typeof context === 'string' ? context : undefined });
    };
  }
}
