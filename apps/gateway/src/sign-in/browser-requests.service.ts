import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { isSameOrigin } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { ClientAddressService } from '../proxy/client-address.service';
import type { Browser } from '../sessions/sessions.service';
import { type SignInHost, SignInHostsService } from './sign-in-hosts.service';

/** Reads host, client address and browser from the requests of the pages, and refuses requests of other sites. */
@Injectable()
export class BrowserRequestsService {
  constructor(
    private readonly hosts: SignInHostsService,
    private readonly addresses: ClientAddressService,
  ) {}

  /** Returns the host that the request was sent to, or null if users do not sign in on it. */
  hostOf({ headers }: FastifyRequest): Promise<SignInHost | null> {
    return this.hosts.find(headers.host);
  }

  /**
   * Returns the browser of a request. Throws 403 unless one of our own pages sent it. A browser that tells nothing about the
   * page can only read.
   */
  async browserOf(request: FastifyRequest): Promise<Browser> {
    const { headers, method } = request;
    const host = await this.hostOf(request);
    const fetchSite = headers['sec-fetch-site'];
    if (!host || !isSameOrigin({ fetchSite, origin: headers.origin, method }, host.origin)) {
      throw new ApiError(
        'forbidden',
        `Only the pages of ${this.hosts.own.origin}/app may send this request.`,
      );
    }
    const agent = headers['user-agent'] ?? '';
    return { host, address: this.addressOf(request), agent, cookies: headers.cookie };
  }

  /** Returns the client address. */
  addressOf({ raw, headers }: FastifyRequest): string {
    return this.addresses.of(raw.socket.remoteAddress, headers['x-forwarded-for']);
  }
}
