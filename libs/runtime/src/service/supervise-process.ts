import { Logger } from '@nestjs/common';

/** Longest ordered stop before the process is ended anyway. */
const STOP_LIMIT_MS = 30_000;
/** Ctrl-C below npm arrives twice within milliseconds, from the terminal and from npm, and still means one. */
const SAME_SIGNAL_MS = 1_000;

interface Closable {
  close(): Promise<void>;
}

/** The only place that listens to signals: the first one stops in order, one a second later or more at once. */
export function superviseProcess(running: Closable): void {
  const logger = new Logger('Supervisor');
  let stoppingSince: number | null = null;
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== null) {
      if (Date.now() - stoppingSince >= SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    logger.log(`${signal}: stopping`);
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
