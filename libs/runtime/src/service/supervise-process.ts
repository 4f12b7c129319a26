import { Logger } from '@nestjs/common';

/** The process exits this long after the grace even if the ordered stop has not finished. */
const MAX_STOP_MS = 30_000;
/** Under npm, one Ctrl-C sends SIGINT twice within milliseconds: once from the terminal, once from npm. */
const SAME_SIGNAL_MS = 1_000;

interface Closable {
  /** How long `close` serves requests before it begins to stop. Default: 0. */
  shutdownGraceMs?: number;
  close(): Promise<void>;
}

/**
 * Stops in order on the first SIGTERM or SIGINT. Exits immediately on another one that arrives at least a second
 * later. Call it before a start that leaves processes behind when it is interrupted.
 */
export function superviseProcess(running: Closable): void {
  const logger = new Logger('Supervisor');
  let stoppingSince: number | null = null;
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== null) {
      if (Date.now() - stoppingSince >= SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    logger.log(`Received ${signal}, stopping the process`);
    setTimeout(() => process.exit(1), (running.shutdownGraceMs ?? 0) + MAX_STOP_MS).unref();
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
