import { Injectable, Logger } from '@nestjs/common';
import {
  type AccessReducedPayload,
  type DomainEvent,
  type Forwarder,
  type ForwardingPausedPayload,
  forwardingProviderPaused,
  type Maker,
  originAndPath,
  wireDate,
} from '@plaudit/contracts';
import { afterCommit, noteAccessReduction, type Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { ProviderSettingsCache } from './provider-settings.cache';
import { type PausedParts, ProviderSettingsRepository } from './provider-settings.repository';

/** Pauses the providers of an account whose maker was removed, or is no longer an admin of the whole account. */
@Injectable()
export class PausedProvidersService {
  private readonly logger = new Logger(PausedProvidersService.name);

  constructor(
    private readonly rows: ProviderSettingsRepository,
    private readonly cache: ProviderSettingsCache,
    private readonly outbox: Outbox,
  ) {}

  /** Publishes `forwarding.provider_paused` for each part that it pauses. Other processes apply it within 30 s. */
  async apply(tx: Tx, event: DomainEvent<AccessReducedPayload>): Promise<void> {
    const { maker_type: type, maker_id: id, removed, sub_accounts: subAccounts, role = 'admin' } = event.data;
    await noteAccessReduction(tx, { type, id, removed, subAccounts });
    if (!removed && subAccounts.length === 0 && role === 'admin') return;
    const paused = await this.rows.pauseMadeBy(tx, event.accountid, { type, id });
    if (!paused) return;
    afterCommit(tx, () => this.cache.forget(event.accountid));
    for (const part of partsOf(paused, event.accountid)) {
      await this.outbox.add(tx, forwardingProviderPaused, {
        accountId: event.accountid,
        subAccountId: 0,
        subject: `${part.what} ${event.accountid}`,
        version: paused.pausedOn.getTime(),
        data: part,
      });
      const message = 'Paused a provider of an account, because its maker was removed';
      this.logger.log({ message, account_id: event.accountid, what: part.what });
    }
  }
}

function partsOf({ row, ai, translation, pausedOn }: PausedParts, id: number): ForwardingPausedPayload[] {
  const part = (
    what: Forwarder,
    name: string,
    url: string | null,
    maker: Maker,
  ): ForwardingPausedPayload => ({
    what,
    id,
    name,
    addresses: url === null ? [] : [originAndPath(url)],
    maker_type: maker.type,
    maker_id: maker.id,
    maker_name: maker.name,
    paused_on: wireDate(pausedOn),
  });
  const { ai_provider, ai_base_url, ai_maker, translate_provider, translate_base_url, translate_maker } = row;
  return [
    ...(ai && ai_provider && ai_maker ? [part('ai', ai_provider, ai_base_url, ai_maker)] : []),
    ...(translation && translate_provider && translate_maker
      ? [part('translation', translate_provider, translate_base_url, translate_maker)]
      : []),
  ];
}
