import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../authentication/caller';
import { isInProcess } from '../mcp/in-process-api.client';
import type { Destination } from '../proxy/route-table';
import { CallerThrottleService } from './caller-throttle.service';
import { InFlightService, type RequestPlace } from './in-flight.service';
import { PublicThrottleService } from './public-throttle.service';
import { setLimitHeaders } from './rate-limit';
import { prepaidRequestCost, requestCost } from './request-cost';

/** A request with its destination. */
export interface LimitedRequest {
  destination: Destination;
  query: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Applies the limits of rate and of requests in flight to a request. */
@Injectable()
export class RequestLimitsService {
  constructor(
    private readonly callerThrottle: CallerThrottleService,
    private readonly publicThrottle: PublicThrottleService,
    private readonly inFlight: InFlightService,
  ) {}

  /**
   * Counts a request for its client network, and charges one without a key. That includes one with a
   * session, because it costs a look-up even if its session has ended. Throws 429. Returns null for a request that is not
   * counted: a health check, which is answered from memory, and the API request of an MCP tool, whose message is counted.
   */
  enter(network: string, { destination, query, request, reply }: LimitedRequest): RequestPlace | null {
    const { access } = destination;
    if (access !== 'key') this.publicThrottle.take(network, { method: request.method, destination, query });
    return access === 'open' || isInProcess(request) ? null : this.inFlight.enter(network, request, reply);
  }

  /** Charges the caller and counts the request for it. Sets the RateLimit headers. Throws 429. */
  enterAs(caller: Caller, place: RequestPlace | null, limited: LimitedRequest): void {
    const { destination, query, request, reply } = limited;
    const costOf = place ? requestCost : prepaidRequestCost;
    const grant = this.callerThrottle.take(caller, costOf(request.method, destination.path, query));
    if (grant) setLimitHeaders(grant, reply);
    if (place) this.inFlight.enterAs(caller, place);
  }
}
