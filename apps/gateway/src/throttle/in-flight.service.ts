import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { onAnswered, Places } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../authentication/caller';
import { GatewayEnv } from '../gateway.env';

/** Counts the requests in flight of each key, user, account or client address. */
class InFlightCounter<Id extends string | number> extends Places<Id> {
  constructor(
    private readonly what: string,
    private readonly max: number,
  ) {
    super(max);
  }

  /** Counts a request. Throws 429 if the maximum is in flight. */
  enter(id: Id): void {
    if (this.fullFor(id)) {
      const msg = `This ${this.what} has ${this.max} requests in flight, which is the limit; wait for a response.`;
      throw new ApiError('rate_limited', msg, { retry_after_seconds: 1 });
    }
    this.take(id);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is counted. */
    place: RequestPlace | null;
  }
}

/** A request in flight, and what it counts for. */
export interface RequestPlace {
  readonly network: string;
  caller: Caller | null;
  accountId: number | null;
  /** True when the request has its response or its client is gone. */
  isOver: boolean;
}

/**
 * Limits the requests in flight of each client address, key, user and account. Otherwise one client could take every connection
 * to a service with requests that are slow to send or to answer.
 */
@Injectable()
export class InFlightService {
  private readonly addresses: InFlightCounter<string>;
  private readonly callers: Readonly<Record<Caller['type'], InFlightCounter<number>>>;
  private readonly accounts: InFlightCounter<number>;

  constructor(env: GatewayEnv) {
    this.addresses = new InFlightCounter('address', env.MAX_IN_FLIGHT_PER_ADDRESS);
    this.callers = {
      key: new InFlightCounter('key', env.MAX_IN_FLIGHT_PER_KEY),
      user: new InFlightCounter('user', env.MAX_IN_FLIGHT_PER_KEY),
    };
    this.accounts = new InFlightCounter('account', env.MAX_IN_FLIGHT_PER_ACCOUNT);
  }

  /** Counts a request of this network until it has its response or its client is gone. Throws 429. */
  enter(network: string, request: FastifyRequest, reply: FastifyReply): RequestPlace {
    this.addresses.enter(network);
    const place: RequestPlace = { network, caller: null, accountId: null, isOver: false };
    request.place = place;
    onAnswered(request.raw, reply.raw, () => this.leave(place));
    return place;
  }

  /** Stops counting a request although its response goes on, because that takes no connection to a service. */
  release({ place }: FastifyRequest): void {
    if (place) this.leave(place);
  }

  /** Counts the same request for its key or user and its account. Throws 429. */
  enterAs(caller: Caller, place: RequestPlace): void {
    // The client may have left while its key or session was looked up.
    if (place.isOver) return;
    const { account_id } = caller.principal;
    this.callers[caller.type].enter(caller.id);
    place.caller = caller;
    this.accounts.enter(account_id);
    place.accountId = account_id;
  }

  private leave(place: RequestPlace): void {
    if (place.isOver) return;
    place.isOver = true;
    this.addresses.free(place.network);
    if (place.caller) this.callers[place.caller.type].free(place.caller.id);
    if (place.accountId !== null) this.accounts.free(place.accountId);
  }
}
