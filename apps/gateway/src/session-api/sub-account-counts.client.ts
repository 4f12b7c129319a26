import { Injectable, Logger } from '@nestjs/common';
import {
  FAILING_CHANNELS_PATH,
  type Principal,
  type ServiceName,
  type SubAccountCountsRequest,
  type SubAccountCountsResponse,
  WAITING_REVIEWS_PATH,
} from '@plaudit/contracts';
import { currentContext, runInContext, ServiceClient } from '@plaudit/runtime';
import { PrincipalTokensService } from '../authentication/principal-tokens.service';

/** A list that is there without counts is better than one that comes late. */
const TIMEOUT_MS = 1_000;

/** Returns the count of a sub account, which is null if the service did not answer. */
type CountOf = (id: number) => number | null;

export interface SubAccountCounts {
  waitingReviews: CountOf;
  failingChannels: CountOf;
}

/** Asks the services what waits and what fails in sub accounts. */
@Injectable()
export class SubAccountCountsClient {
  private readonly logger = new Logger(SubAccountCountsClient.name);

  constructor(
    private readonly services: ServiceClient,
    private readonly tokens: PrincipalTokensService,
  ) {}

  /** Counts in these sub accounts with the rights of `principal`. They count nothing in those of another account. */
  async find(principal: Principal, ids: number[]): Promise<SubAccountCounts> {
    const [waitingReviews, failingChannels] = await Promise.all([
      this.ask('reviews', WAITING_REVIEWS_PATH, principal, { ids }),
      this.ask('channels', FAILING_CHANNELS_PATH, principal, { ids }),
    ]);
    return { waitingReviews, failingChannels };
  }

  private async ask(
    service: ServiceName,
    path: string,
    principal: Principal,
    body: SubAccountCountsRequest,
  ): Promise<CountOf> {
    try {
      // The session is for the gateway alone.
      const principalToken = await this.tokens.tokenFor(principal, service);
      const request = { method: 'POST' as const, path, body, timeoutMs: TIMEOUT_MS };
      const { status, body: answer } = await runInContext(
        { ...currentContext(), service: 'gateway', principalToken },
        () => this.services.request<SubAccountCountsResponse>(service, request),
      );
      if (status !== 200) throw new Error(`responded ${status}`);
      const counts = new Map(answer.counts.map(({ id, count }) => [id, count]));
      return (id) => counts.get(id) ?? 0;
    } catch (error) {
      this.logger.warn({
        message: 'Could not count what is in sub accounts',
        asked: service,
        reason: (error as Error).message,
      });
      return () => null;
    }
  }
}
