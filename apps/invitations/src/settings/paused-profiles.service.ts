import { Injectable, Logger } from '@nestjs/common';
import {
  type AccessReducedPayload,
  type DomainEvent,
  forwardingSettingsPaused,
  wireDate,
} from '@plaudit/contracts';
import { noteAccessReduction, type Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { addressesIn } from './forwarding';
import { type PausedProfile, SettingsProfilesRepository } from './settings-profiles.repository';

/** Pauses the settings profiles whose maker was removed, or lost their sub account. */
@Injectable()
export class PausedProfilesService {
  private readonly logger = new Logger(PausedProfilesService.name);

  constructor(
    private readonly profiles: SettingsProfilesRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Publishes `forwarding.settings_paused` for each profile that it pauses, unless it is deleted. Messages wait from then on; those of
   * deleted profiles are skipped.
   */
  async apply(tx: Tx, { accountid, data }: DomainEvent<AccessReducedPayload>): Promise<void> {
    const { maker_type: type, maker_id: id, removed, sub_accounts: subAccounts } = data;
    await noteAccessReduction(tx, { type, id, removed, subAccounts });
    if (!removed && subAccounts.length === 0) return;
    const paused = await this.profiles.pauseMadeBy(tx, accountid, data);
    for (const profile of paused.filter(({ deleted_on }) => deleted_on === null))
      await this.announce(tx, accountid, profile);
  }

  private async announce(tx: Tx, accountId: number, profile: PausedProfile): Promise<void> {
    const { id, name, sub_account_id, settings, maker, paused_on } = profile;
    await this.outbox.add(tx, forwardingSettingsPaused, {
      accountId,
      subAccountId: sub_account_id,
      subject: `invite_settings ${id}`,
      version: paused_on.getTime(),
      data: {
        what: 'invite_settings',
        id,
        name,
        addresses: addressesIn(settings),
        maker_type: maker.type,
        maker_id: maker.id,
        maker_name: maker.name,
        paused_on: wireDate(paused_on),
      },
    });
    const message = 'Paused a settings profile, because the maker of its addresses was removed';
    this.logger.log({ message, settings_id: id, sub_account_id });
  }
}
