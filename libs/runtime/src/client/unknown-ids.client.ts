import { Injectable, Logger } from '@nestjs/common';
import {
  MAX_IDS,
  type ServiceName,
  UNKNOWN_CHANNEL_TYPES_PATH,
  UNKNOWN_CHANNELS_PATH,
  UNKNOWN_SUB_ACCOUNTS_PATH,
  type UnknownChannelsRequest,
  type UnknownIdsRequest,
  type UnknownIdsResponse,
} from '@plaudit/contracts';
import { ServiceClient, unavailable } from './service-client';

/**
 * Asks the owners of records which of some ids do not exist. A copy fed by events does not know a record that was added a moment
 * ago. Every method throws 503 `upstream_unavailable` if the owner does not answer.
 */
@Injectable()
export class UnknownIdsClient {
  private readonly logger = new Logger(UnknownIdsClient.name);

  constructor(private readonly services: ServiceClient) {}

  /** Returns the ids that are not sub accounts of the caller's account. */
  subAccounts(ids: number[]): Promise<readonly number[]> {
    return this.ask('gateway', UNKNOWN_SUB_ACCOUNTS_PATH, { ids });
  }

  /** Returns the ids that are not channels of this sub account, or of any of the caller's account for null. */
  channels(ids: number[], subAccountId: number | null): Promise<readonly number[]> {
    return this.ask('channels', UNKNOWN_CHANNELS_PATH, { ids, sub_account_id: subAccountId });
  }

  /** Returns the ids that are not those of a platform. */
  channelTypes(ids: number[]): Promise<readonly number[]> {
    return this.ask('channels', UNKNOWN_CHANNEL_TYPES_PATH, { ids });
  }

  /** Asks as often as needed: the owner takes at most so many ids in one request. */
  private async ask(
    service: ServiceName,
    path: string,
    body: UnknownIdsRequest | UnknownChannelsRequest,
  ): Promise<readonly number[]> {
    const unknown: number[] = [];
    for (let begin = 0; begin < body.ids.length; begin += MAX_IDS) {
      const part = { ...body, ids: body.ids.slice(begin, begin + MAX_IDS) };
      const request = { method: 'POST', path, body: part } as const;
      const response = await this.services.request<UnknownIdsResponse>(service, request);
      if (response.status !== 200) {
        // During an upgrade, a release that does not know the path may respond.
        this.logger.warn(`${service} answered ${response.status} to a question about ids`);
        throw unavailable(service);
      }
      unknown.push(...response.body.unknown);
    }
    return unknown;
  }
}
