import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import type { Business } from '../businesses/business';
import { BusinessesRepository } from '../businesses/businesses.repository';
import type { RequestRow } from '../requests/request-rows';
import type { InviteSettings } from '../settings/invite-settings';
import { SettingsProfilesRepository } from '../settings/settings-profiles.repository';
import type { ResolvedProfile } from '../settings/resolved-profile';
import type { SuppressionReason } from '../suppressions/suppression';
import { keyOf, SuppressionsRepository } from '../suppressions/suppressions.repository';
import { type OtherMessages, SendingFactsReadModel, type Sequence } from './sending-facts.read-model';

/** Whether a settings profile may be used. */
export type ProfileState = Pick<ResolvedProfile, 'deleted' | 'paused_on'>;

/** What is known about one message when it is decided whether to send it. */
export interface MessageContext {
  now: Date;
  settings: InviteSettings | null;
  profile: ProfileState | null;
  business: Business | null;
  suppression: SuppressionReason | null;
  others: OtherMessages | null;
  sequence: Sequence | null;
}

/** Loads what decides about messages, for a whole batch at once. */
@Injectable()
export class SendingContextService {
  constructor(
    private readonly profiles: SettingsProfilesRepository,
    private readonly businesses: BusinessesRepository,
    private readonly suppressions: SuppressionsRepository,
    private readonly facts: SendingFactsReadModel,
  ) {}

  /** Makes others wait who want to send to, stop or suppress one of these people. Call it before the rows are locked. */
  async lockPeople(tx: Tx, rows: readonly RequestRow[]): Promise<void> {
    await this.suppressions.lock(tx, rows);
  }

  /** Returns the context of each row, in the given order. */
  async load(tx: Tx, rows: readonly RequestRow[]): Promise<MessageContext[]> {
    const now = await this.facts.now(tx);
    const profiles = await this.profiles.resolved(
      tx,
      rows.map(({ settings_id }) => settings_id),
    );
    const businesses = await this.businesses.among(
      tx,
      rows.map(({ sub_account_id }) => sub_account_id),
    );
    const suppressed = await this.suppressions.among(tx, rows);
    const others = await this.facts.othersOf(tx, rows);
    const sequences = await this.facts.sequencesOf(tx, rows);
    return rows.map((row) => ({
      now,
      settings: profiles.get(row.settings_id)?.settings ?? null,
      profile: profiles.get(row.settings_id) ?? null,
      business: businesses.get(row.sub_account_id) ?? null,
      suppression: suppressed.get(keyOf(row)) ?? null,
      others: others.get(row.id) ?? null,
      sequence: sequences.get(row.id) ?? null,
    }));
  }
}
