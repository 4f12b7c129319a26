import { Injectable, Logger } from '@nestjs/common';
import {
  ApiError,
  ERASE_INVITATIONS_PATH,
  type ErasedInvitationsResponse,
  type EraseInvitationsRequest,
} from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';

/** A person may have thousands of invitations, which are anonymised in batches. A repeat continues where this request ended. */
const MAX_ERASURE_MS = 8_000;

/** Sends requests to the invitations service. */
@Injectable()
export class InvitationsClient {
  private readonly logger = new Logger(InvitationsClient.name);

  constructor(private readonly services: ServiceClient) {}

  /**
   * Anonymises the invitations that were sent to an address or a phone number, in the caller's sub account, or in the whole
   * account for a caller that manages it. Throws 503 unless all of them are anonymised. It can be repeated then.
   */
  async erase(recipient: string): Promise<ErasedInvitationsResponse> {
    const body: EraseInvitationsRequest = { recipient };
    try {
      const response = await this.services.request<ErasedInvitationsResponse>('invitations', {
        method: 'POST',
        path: ERASE_INVITATIONS_PATH,
        body,
        timeoutMs: MAX_ERASURE_MS,
      });
      if (response.status === 200) return response.body;
      // During an upgrade, a release that does not know the path may respond.
      this.logger.warn(`invitations answered ${response.status} to a request for erasure`);
    } catch (error) {
      // The service is away, or a message to the person is being sent at the moment.
      if (!(error instanceof ApiError)) throw error;
    }
    throw new ApiError(
      'upstream_unavailable',
      'The invitations to this person cannot be erased now; repeat the request in a minute.',
    );
  }
}
