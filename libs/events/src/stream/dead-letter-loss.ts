import type { Logger } from '@nestjs/common';
import { DEAD_LETTER_STREAM } from '../topology/topology-settings';
import { fillOf, type StreamLevel } from './purge-plan';

/** The stream counts as full above this share: a dead letter can be larger than the room that is left. */
const FULL = 0.98;
/** The next loss after the stream was emptied below this share is logged again. */
const CALM = 0.8;

/** Notices when the DLQ is full and the server deletes the oldest dead letters. */
export class DeadLetterLoss {
  /** Dead letters that the server deleted to make room, since the start of the process. */
  letters = 0;
  private before: StreamLevel | null = null;
  private logged = false;

  constructor(private readonly logger: Logger) {}

  /** Compares the DLQ with its level in the run before. Redelivered letters also leave it, but then it is not full. */
  observe(levels: readonly StreamLevel[]): void {
    const now = levels.find(({ stream }) => stream === DEAD_LETTER_STREAM) ?? null;
    const { before } = this;
    this.before = now;
    if (!now) return;
    const fill = fillOf(now);
    if (fill < CALM) this.logged = false;
    if (!before || fill < FULL || now.first <= before.first) return;
    this.letters += now.first - before.first;
    if (this.logged) return;
    this.logged = true;
    this.logger.error(
      `The stream ${DEAD_LETTER_STREAM} was full and the server deleted its oldest dead letters. ` +
        'Redeliver them with "npm run events:redeliver" or discard them with "npm run events:discard"',
    );
  }
}
