import { Injectable, Logger } from '@nestjs/common';
import {
  ApiError,
  type ServiceName,
  UNKNOWN_CHANNELS_PATH,
  UNKNOWN_SUB_ACCOUNTS_PATH,
  type UnknownChannelsRequest,
  type UnknownIdsRequest,
  type UnknownIdsResponse,
} from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';

/**
 * Asks the owners of the records that filters name which of them do not exist. A copy fed by events would not yet know a
 * record that was added a moment ago.
 */
@Injectable()
export class FilterOwnersClient {
  private readonly logger = new Logger(FilterOwnersClient.name);

  constructor(private readonly services: ServiceClient) {}

  /** Returns the ids that are not sub accounts of the caller's account. Throws 503 `upstream_unavailable`. */
  unknownSubAccounts(ids: number[]): Promise<readonly number[]> {
    return this.ask('gateway', UNKNOWN_SUB_ACCOUNTS_PATH, { ids });
  }

  /**
   * Returns the ids that are not channels of the caller's account, or of this sub account of it. Throws 503
   * `upstream_unavailable`.
   */
  unknownChannels(ids: number[], subAccountId: number | null): Promise<readonly number[]> {
    return this.ask('channels', UNKNOWN_CHANNELS_PATH, { ids, sub_account_id: subAccountId });
  }

  private async ask(
    service: ServiceName,
    path: string,
    body: UnknownIdsRequest | UnknownChannelsRequest,
  ): Promise<readonly number[]> {
    if (body.ids.length === 0) return [];
    const response = await this.services.request<UnknownIdsResponse>(service, { method: 'POST', path, body });
    if (response.status === 200) return response.body.unknown;
    // During an upgrade, a release that does not know the path may respond.
    this.logger.warn(`${service} answered ${response.status} to a question about the ids of a filter`);
    const msg = `The ${service} service is not available; try again shortly.`;
    throw new ApiError('upstream_unavailable', msg);
  }
}
