import { Injectable } from '@nestjs/common';
import { UnknownIdsClient } from '@plaudit/runtime';
import { EndpointPolicyService } from './endpoint-policy.service';
import { invalidValue, knownEvents } from './webhook-rules';
import type { WebhookEntity } from './webhook.entity';
import type { WebhookUpdateInput } from './webhooks.dto';

/** What a webhook has before the change. A new webhook has no filters. */
type Current = Pick<WebhookEntity, 'owner_sub_account_id' | 'sub_account_ids' | 'channel_ids'>;

/** Checks what a body says about the world: its URL, its events, and the records that its filters name. */
@Injectable()
export class WebhookInputService {
  constructor(
    private readonly endpoints: EndpointPolicyService,
    private readonly unknownIds: UnknownIdsClient,
  ) {}

  /** Returns the body with a normalised URL and each event once. Throws 422. The URL comes first. */
  read<T extends WebhookUpdateInput>(input: T): T {
    const read = { ...input };
    if (input.url !== undefined) read.url = this.endpoints.normalise(input.url);
    if (input.events !== undefined) read.events = knownEvents(input.events);
    return read;
  }

  /**
   * Throws 422 if the host resolves to a refused address, or if a filter names a sub account or channel that does not
   * exist. Ids that the webhook has already are accepted, because a record may have been deleted since. Throws 503 if the
   * owner of the records does not respond.
   */
  async assertExisting(input: WebhookUpdateInput, current: Current): Promise<void> {
    if (input.url !== undefined) await this.endpoints.assertPublic(input.url);
    const { owner_sub_account_id: owner } = current;
    const channels = added(input.channel_ids, current.channel_ids);
    // The webhook of a sub account names no sub account but its own.
    const subAccounts = owner === null ? added(input.sub_account_ids, current.sub_account_ids) : [];
    const [noSubAccounts, noChannels] = await Promise.all([
      this.unknownIds.subAccounts(subAccounts),
      this.unknownIds.channels(channels, owner),
    ]);
    assertKnown(input, 'sub_account_ids', noSubAccounts, 'a sub account of this account');
    const place = owner === null ? 'account' : 'sub account';
    assertKnown(input, 'channel_ids', noChannels, `a channel of this ${place}`);
  }
}

function added(ids: readonly number[] = [], before: readonly number[]): number[] {
  return ids.filter((id) => !before.includes(id));
}

/** Throws 422 `invalid_value`, which names each unknown id and its position. */
function assertKnown(
  input: WebhookUpdateInput,
  list: 'sub_account_ids' | 'channel_ids',
  unknown: readonly number[],
  what: string,
): void {
  const faults = (input[list] ?? []).flatMap((id, at) => {
    const field = `${list}[${at}]`;
    return unknown.includes(id) ? [{ field, msg: `${field}: ${id} is not ${what}.` }] : [];
  });
  const [first] = faults;
  if (first) throw invalidValue(first.field, first.msg, { errors: faults });
}
