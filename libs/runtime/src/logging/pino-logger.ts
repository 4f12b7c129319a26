import { Logger as NestLogger, type LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';
import { currentContext } from '../context';

/** JSON logs of the whole process. Nest's logger is static, so there is one, and the service's name comes from the context. */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;

  constructor(level: string, destination?: DestinationStream) {
    const options = {
      // A wrong LOG_LEVEL is reported with the rest of the environment, for which there must be a logger.
      level: level === 'silent' || level in pino.levels.values ? level : 'info',
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      mixin: contextFields,
      redact: { paths: ['authorization', '*.authorization', 'password', '*.password'], censor: '[redacted]' },
    };
    this.pino = destination ? pino(options, destination) : pino(options);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  /** Means: wake someone. A healthy run prints none. */
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Nest calls with (message, …extra, context name); an Error or a stack may be among the extras. */
  private write(level: pino.Level, message: unknown, rest: unknown[]): void {
    const extras = [...rest];
    const name = typeof extras.at(-1) === 'string' ? extras.pop() : undefined;
    const err = [message, ...extras].find((value) => value instanceof Error);
    const stack = err ? undefined : extras.find((value) => typeof value === 'string');
    const fields: Record<string, unknown> = Object.assign({}, ...[message, ...extras].filter(isFields));
    const { message: text, ...others } = isFields(message) ? fields : { ...fields, message: textOf(message) };
    this.pino[level]({ name, err, stack, ...others }, text as string | undefined);
  }
}

function textOf(message: unknown): string {
  return message instanceof Error ? message.message : String(message);
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Error);
}

function contextFields(): object {
  const context = currentContext();
  if (!context) return {};
  return {
    service: context.service,
    request_id: context.correlationId,
    trace_id: context.traceparent?.split('-')[1],
    event_id: context.causationId ?? undefined,
    account_id: context.principal?.account_id,
  };
}

/** Makes everything that this process logs JSON lines on stdout. */
export function useProcessLogger(level: string): void {
  NestLogger.overrideLogger(new PinoLogger(level));
}
