import { Logger as NestLogger, type LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';
import { currentContext } from '../context';
import { isError, loggableFields } from './loggable';

const STDOUT = 1;

/**
 * Logs JSON for the whole process. Nest's logger is static, so there is only one; the context has the service's name.
 */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;

  /** By default lines go to stdout. Those that come while one is being written are written together. */
  constructor(level: string, destination?: DestinationStream) {
    const options = {
      // An invalid LOG_LEVEL is reported with the other problems of the environment, which needs a working logger.
      level: level === 'silent' || Object.hasOwn(pino.levels.values, level) ? level : 'info',
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      // `loggable` has made a plain object of each error. pino's own serializer would rename its type.
      serializers: { err: (fields: unknown) => fields },
    };
    this.pino = pino(options, destination ?? pino.destination({ fd: STDOUT, sync: false }));
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  /** For errors that someone must act on now. A healthy run logs none. */
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

  /** Nest passes (message, …extras, logger name). The extras may contain an Error or a stack. */
  private write(level: pino.Level, message: unknown, rest: unknown[]): void {
    if (!this.pino.isLevelEnabled(level)) return;
    const [only] = rest;
    if (isFields(message) && (rest.length === 0 || (rest.length === 1 && typeof only === 'string'))) {
      this.writeFields(level, message, only);
      return;
    }
    const extras = [...rest];
    const name = typeof extras.at(-1) === 'string' ? extras.pop() : undefined;
    const err = [message, ...extras].find(isError);
    const stack = err ? undefined : extras.find((value) => typeof value === 'string');
    const fields: Record<string, unknown> = Object.assign({}, ...[message, ...extras].filter(isFields));
    const { message: text, ...others } = isFields(message) ? fields : { ...fields, message: textOf(message) };
    const line = loggableFields({ err, stack, ...others }, startOfLine(name));
    this.pino[level](line, text as string | undefined);
  }

  /** Writes the most common form, one object, in half the time. */
  private writeFields(level: pino.Level, fields: Record<string, unknown>, name: unknown): void {
    const line = loggableFields(fields, startOfLine(name));
    // pino leaves out what is undefined. A deleted field would make the object slow.
    line.message = undefined;
    this.pino[level](line, fields.message as string | undefined);
  }
}

function textOf(message: unknown): string {
  return isError(message) ? message.message : String(message);
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isError(value);
}

/** Returns the fields of every line: the logger's name and what the context knows. The line's own fields replace them. */
function startOfLine(name: unknown): Record<string, unknown> {
  const context = currentContext();
  if (!context) return { name };
  return {
    name,
    service: context.service,
    request_id: context.correlationId,
    trace_id: context.traceparent?.split('-')[1],
    event_id: context.causationId ?? undefined,
    account_id: context.principal?.account_id,
  };
}

/**
 * Makes this process log JSON lines on stdout. An error that nothing catches is logged before the process exits. Node would
 * print it with all its fields, which include the parameters of a failed statement. If the reader of stdout or stderr goes
 * away, as `head` does and `tee` on Ctrl-C, the process continues without output.
 */
export function useProcessLogger(level: string): void {
  const logger = new PinoLogger(level);
  NestLogger.overrideLogger(logger);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreMissingReader);
  process.on('uncaughtException', (error) => {
    logger.fatal(error, 'Process');
    process.exit(1);
  });
}

function ignoreMissingReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
