import { Injectable, Logger } from '@nestjs/common';
import { PeerNotifier } from '@plaudit/events';
import { Chore, Clock, warnOfFailure } from '@plaudit/runtime';
import { SessionsRepository } from '../sessions/sessions.repository';
import type { EventStream } from './event-stream';
import { LiveStreamsService } from './live-streams.service';
import { OpenSessionsReadModel } from './open-sessions.read-model';
import { message } from './sse';

/** A session that ends without a message, such as by the clock, has its streams closed within this time. */
const CHECK_MS = 20_000;
const SESSION_ENDED = message('session.ended', {});

/**
 * Closes the streams whose session has ended or whose user may not enter the sub account any more. Sessions that end in this
 * replica are checked at once, and those that end in another one when it says so.
 */
@Injectable()
export class LiveSessionsService {
  private readonly logger = new Logger(LiveSessionsService.name);

  constructor(
    private readonly streams: LiveStreamsService,
    private readonly openSessions: OpenSessionsReadModel,
    private readonly peers: PeerNotifier,
    private readonly clock: Clock,
    sessions: SessionsRepository,
  ) {
    sessions.onEnded((userId) => {
      this.peers.notify({ endedSessionsOf: userId });
      void this.checkUser(userId);
    });
    peers.subscribe((received) => {
      const userId = (received as { endedSessionsOf?: unknown } | null)?.endedSessionsOf;
      if (typeof userId === 'number') void this.checkUser(userId);
    });
  }

  @Chore({ name: 'live_sessions', everyMs: CHECK_MS, per: 'process' })
  async checkAll(): Promise<void> {
    await this.check(this.streams.all());
  }

  async checkAccount(accountId: number): Promise<void> {
    await this.check(this.streams.all().filter(({ owner }) => owner.accountId === accountId));
  }

  private async checkUser(userId: number): Promise<void> {
    await this.check(this.streams.all().filter(({ owner }) => owner.userId === userId));
  }

  /** Asks once for all of these streams. Never rejects: without an answer they stay open until the next check. */
  private async check(streams: readonly EventStream[]): Promise<void> {
    if (streams.length === 0) return;
    try {
      const wanted = streams.map(({ owner }) => owner);
      const granted = await this.openSessions.granted(wanted, this.clock.now());
      streams.forEach((stream, at) => {
        const isSame = granted[at]?.whole === stream.owner.whole;
        if (!isSame) stream.finish('session', SESSION_ENDED);
      });
    } catch (error) {
      warnOfFailure(this.logger, 'Could not check the sessions of open event streams', error);
    }
  }
}
