import type { Logger } from '@nestjs/common';
import { EVENTS_STREAM } from '../topology/topology-settings';

/** Logs a lasting problem of the streams when it begins, changes and ends, and not in every run of the keeper. */
export class KeeperLog {
  private missing = '';
  private held = '';
  private silent = '';

  constructor(private readonly logger: Logger) {}

  /** Records which streams are missing. */
  missingStreams(streams: readonly string[]): void {
    const missing = streams.join(', ');
    if (missing && missing !== this.missing)
      this.logger.error(`Found no stream ${missing}; run "npm run topology", then "npm run events:replay"`);
    if (!missing && this.missing) this.logger.log(`Found the stream ${this.missing} again`);
    this.missing = missing;
  }

  /** Records which consumers exist and did not report. In a NATS cluster this lasts seconds after a server has stopped. */
  silentConsumers(consumers: readonly string[]): void {
    const silent = consumers.join(', ');
    if (silent && silent !== this.silent)
      this.logger.warn(
        `NATS has no leader for these consumers, so it gives up no event that they may need: ${silent}`,
      );
    if (!silent && this.silent) this.logger.log(`The consumers ${this.silent} have a leader again`);
    this.silent = silent;
  }

  /** Records which durables of the product keep EVENTS too full. */
  holders(durables: readonly string[], fill: number): void {
    const held = durables.join(', ');
    if (held && held !== this.held)
      this.logger.error(
        `The stream ${EVENTS_STREAM} was ${Math.round(fill * 100)} % full, and these durables had not acknowledged ` +
          `its oldest events: ${held}. At 100 % it refuses events, which wait in the outbox`,
      );
    if (!held && this.held) this.logger.log(`The durables ${this.held} no longer hold the stream back`);
    this.held = held;
  }
}
