import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import type { FastifyRequest } from 'fastify';
import { ClientAddressService } from '../proxy/client-address.service';
import { comesFromOurPage } from './same-origin';
import type { Browser } from './sessions';
import { type SignInHost, SignInHosts } from './sign-in-hosts';

/** What a request of the signed-in pages says about the browser that sent it. */
@Injectable()
export class SignInRequests {
  constructor(
    private readonly hosts: SignInHosts,
    private readonly addresses: ClientAddressService,
  ) {}

  /** The host that a page is asked of; null when it is none of ours. */
  hostOf({ headers }: FastifyRequest): Promise<SignInHost | null> {
    return this.hosts.find(headers.host);
  }

  /** Of a request that changes something; 403 unless a page of ours on a host of ours sent it. */
  async browserOf(request: FastifyRequest): Promise<Browser> {
    const { headers } = request;
    const host = await this.hostOf(request);
    const fetchSite = single(headers['sec-fetch-site']);
    if (!host || !comesFromOurPage({ fetchSite, origin: headers.origin }, host.origin)) {
      throw new ApiError(
        'forbidden',
        `Only the pages of ${this.hosts.own.origin}/app may send this request.`,
      );
    }
    const agent = headers['user-agent'] ?? '';
    return { host, address: this.addressOf(request), agent, cookies: headers.cookie };
  }

  addressOf({ raw, headers }: FastifyRequest): string {
    return this.addresses.of(raw.socket.remoteAddress, headers['x-forwarded-for']);
  }
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
