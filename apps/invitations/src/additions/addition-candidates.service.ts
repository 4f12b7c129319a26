import { Injectable } from '@nestjs/common';
import type { PlanLimits, Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { BusinessesRepository } from '../businesses/businesses.repository';
import { CreditsRepository } from '../credits/credits.repository';
import { type ResolvedProfile, SettingsProfilesRepository } from '../settings/settings-profiles.repository';
import { resolveSettings } from '../settings/stored-settings';
import { skipReasonOf } from '../suppressions/suppression';
import { keyOf, locksSubAccounts, SuppressionsRepository } from '../suppressions/suppressions.repository';
import type { Addition } from './addition';
import type { Known } from './addition-checks.service';
import { AdditionFactsRepository } from './addition-facts.repository';
import {
  type AdditionFacts,
  personOf,
  type PersonFacts,
  type Verdict,
  verdictsOn,
} from './addition-verdicts';

/** A caller with the limits of its plan. */
export type Inviter = Tenant & { limits: Pick<PlanLimits, 'invites_month'> };

/** What the default profile will be that a dry run does not create. */
const UNSTORED: ResolvedProfile = {
  id: 0,
  name: '',
  is_default: true,
  deleted: false,
  maker: null,
  paused_on: null,
  removed_addresses: {},
  settings: resolveSettings({ name: '', is_default: true, settings: {} }),
};

/** Decides which requests may be added, for one or hundreds with the same few statements. */
@Injectable()
export class AdditionCandidatesService {
  constructor(
    private readonly facts: AdditionFactsRepository,
    private readonly profiles: SettingsProfilesRepository,
    private readonly suppressions: SuppressionsRepository,
    private readonly businesses: BusinessesRepository,
    private readonly credits: CreditsRepository,
  ) {}

  /**
   * Returns the verdict on each addition, in order. Until the transaction ends, nobody else adds, sends or stops requests to the
   * same people, adds one with the same reference, or uses the credits that the additions need. A default profile is created, if
   * there is none, unless `isDryRun`.
   */
  async verdicts(
    tx: Tx,
    inviter: Inviter,
    additions: readonly Addition[],
    known: Known & { isDryRun: boolean },
  ): Promise<Verdict[]> {
    if (additions.length === 0) return [];
    const people = additions.map(({ type, recipientKey }) => ({
      sub_account_id: inviter.sub_account_id,
      type,
      recipient_key: recipientKey,
    }));
    const named = additions.flatMap(({ reference }) => reference ?? []);
    const profiles = await this.profilesOf(tx, inviter, additions);
    if (additions.some(({ settingsId }) => settingsId === null)) {
      profiles.set(null, await this.defaultOf(tx, inviter, known.isDryRun));
    }
    const credits = await this.creditsOf(tx, inviter, known.now);
    await this.suppressions.lock(tx, people);
    if (!locksSubAccounts(people)) await this.facts.lockReferences(tx, inviter, named);
    const references = await this.facts.references(tx, inviter, named);
    const business = (await this.businesses.among(tx, [inviter.sub_account_id])).get(inviter.sub_account_id);
    return verdictsOn(additions, {
      ...known,
      allowed: business?.invite ?? true,
      references,
      people: await this.factsOf(tx, people),
      profiles,
      credits,
    });
  }

  private async factsOf(
    tx: Tx,
    people: Parameters<SuppressionsRepository['lock']>[1],
  ): Promise<Map<string, PersonFacts>> {
    const reasons = await this.suppressions.among(tx, people);
    const contacts = await this.facts.contacts(tx, people);
    const byPerson = new Map(
      contacts.map((contact) => [personOf({ recipientKey: contact.recipient_key }), contact]),
    );
    return new Map(
      people.map((person) => {
        const reason = reasons.get(keyOf(person));
        const name = personOf({ recipientKey: person.recipient_key });
        const contact = byPerson.get(name);
        return [
          name,
          {
            suppressed: reason === undefined ? null : skipReasonOf(reason),
            erased: reason === 'erased',
            firstSentOn: contact?.first_sent_on ?? null,
            sentOn: contact?.sent_on ?? null,
            waiting: contact?.waiting ?? false,
          },
        ];
      }),
    );
  }

  /** Returns the profiles that the additions name. */
  private async profilesOf(
    tx: Tx,
    tenant: Tenant,
    additions: readonly Addition[],
  ): Promise<Map<number | null, ResolvedProfile>> {
    const named = [...new Set(additions.flatMap(({ settingsId }) => settingsId ?? []))];
    const owned = await this.facts.profileIds(tx, tenant, named);
    const found = owned.length === 0 ? new Map() : await this.profiles.resolved(tx, owned);
    return new Map<number | null, ResolvedProfile>(found);
  }

  private async defaultOf(tx: Tx, tenant: Tenant, isDryRun: boolean): Promise<ResolvedProfile> {
    if (!isDryRun) return this.profiles.findOrCreateDefault(tx, tenant);
    const stored = await this.profiles.list(tx, tenant);
    return stored.find(({ is_default }) => is_default) ?? UNSTORED;
  }

  private async creditsOf(
    tx: Tx,
    { account_id, limits }: Inviter,
    now: Date,
  ): Promise<AdditionFacts['credits']> {
    const limit = limits.invites_month;
    if (limit < 0) return { limit, used: 0 };
    const waiting = await this.credits.lockWaiting(tx, account_id, limit);
    return { limit, used: waiting + (await this.credits.sentInMonth(tx, account_id, now)) };
  }
}
