import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { currentContext } from '@plaudit/runtime';
import { ClientAddressService } from '../proxy/client-address.service';
import type { RequestOrigin } from './audit.entity';

const MAX_AGENT_LENGTH = 255;

/** Reads where requests come from, for the audit log. */
@Injectable()
export class RequestOriginService {
  constructor(private readonly addresses: ClientAddressService) {}

  /** Returns the origin of the request that the running code handles. All of it is null outside a request. */
  current(): RequestOrigin {
    const context = currentContext();
    return this.of(context?.request, context?.correlationId ?? null);
  }

  of(request: IncomingMessage | undefined, requestId: string | null): RequestOrigin {
    if (!request) return { request_id: requestId, address: null, agent: null };
    const { headers, socket } = request;
    return {
      request_id: requestId,
      address: this.addresses.of(socket.remoteAddress, headers['x-forwarded-for']) || null,
      agent: headers['user-agent']?.slice(0, MAX_AGENT_LENGTH) ?? null,
    };
  }
}
