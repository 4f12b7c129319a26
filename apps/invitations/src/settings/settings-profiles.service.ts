import { Injectable } from '@nestjs/common';
import {
  ApiError,
  assertMayForward,
  assertMayTakeOver,
  type Maker,
  makerOf,
  notFound,
  type Principal,
  type Tenant,
} from '@plaudit/contracts';
import { assertMakerStands, type Creation, Database, type Tx } from '@plaudit/database';
import { UnknownIdsClient } from '@plaudit/runtime';
import type { Business } from '../businesses/business';
import { BusinessesRepository } from '../businesses/businesses.repository';
import { allowedFromDomains, InvitationsEnv } from '../invitations.env';
import {
  addedChannels,
  changeSettings,
  newSettings,
  refuseUnknownChannels,
  type SettingLimits,
} from './fields/change-settings';
import { hasAddress, makerAfter, newAddress } from './forwarding';
import { stillRemoved } from './removed-addresses';
import type { ResolvedProfile } from './resolved-profile';
import { type ProfileRow, SettingsProfilesRepository } from './settings-profiles.repository';
import type { JsonObject, StoredProfile } from './stored-settings';

const MAX_PROFILES = 100;

/** Adds, changes and deletes settings profiles. Every sub account with a profile has exactly one default. */
@Injectable()
export class SettingsProfilesService {
  constructor(
    private readonly database: Database,
    private readonly profiles: SettingsProfilesRepository,
    private readonly businesses: BusinessesRepository,
    private readonly unknownIds: UnknownIdsClient,
    private readonly env: InvitationsEnv,
  ) {}

  /** Returns all profiles: at least the default one, which is created if there is none. */
  async list(tenant: Tenant): Promise<ResolvedProfile[]> {
    return this.database.transaction(async (tx) => {
      const business = await this.business(tx, tenant);
      const stored = await this.profiles.list(tx, tenant);
      const profiles = stored.length > 0 ? stored : [await this.profiles.findOrCreateDefault(tx, tenant)];
      return profiles.map((profile) => withSender(profile, business));
    });
  }

  /** Returns a profile, or the default one for null, which is created if there is none. Throws 404 for an unknown id. */
  async get(tenant: Tenant, id: number | null): Promise<ResolvedProfile> {
    return this.database.transaction(async (tx) => {
      const profile =
        id === null
          ? await this.profiles.findOrCreateDefault(tx, tenant)
          : await this.profiles.find(tx, tenant, id);
      if (!profile) throw notFound('settings profile', id ?? 0);
      return withSender(profile, await this.business(tx, tenant));
    });
  }

  /**
   * Stores a profile. The first one of a sub account is its default. Throws 400 for wrong settings and a name that is taken, and 403
   * if the caller may not set an address that it has.
   */
  async add<Body>(
    principal: Principal,
    patch: unknown,
    creation: Creation<ResolvedProfile, Body>,
  ): Promise<Body> {
    const channels = newSettings(patch, this.limits(null));
    await this.assertOwn(principal, channels, addedChannels({ ...channels, settings: {} }, channels));
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        const maker = await this.callerAsMaker(tx, principal);
        await this.profiles.lock(tx, principal);
        const made = newSettings(patch, this.limits(await this.business(tx, principal)));
        const others = await this.profiles.count(tx, principal);
        if (others >= MAX_PROFILES) throw tooMany();
        await this.assertFree(tx, principal, made.name, null);
        const isDefault = made.is_default || others === 0;
        if (isDefault) await this.profiles.clearDefault(tx, principal);
        assertMaySet(principal, {}, made);
        const { id } = await this.profiles.insert(
          tx,
          principal,
          { ...made, is_default: isDefault },
          hasAddress(made.settings) ? maker : null,
        );
        return this.read(tx, principal, id);
      }),
    );
  }

  /**
   * Merges settings into a profile. With `takesOver`, the caller answers for its addresses from now on, which ends a pause. Throws 404
   * unless the sub account has it, and 400 and 403 as {@link add} does.
   */
  async update(principal: Principal, id: number, patch: unknown, takesOver: boolean): Promise<void> {
    // The channels service is asked before the transaction begins.
    const read = await this.database.transaction((tx) => this.getRow(tx, principal, id));
    const wanted = changeSettings(read, patch, this.limits(null));
    await this.assertOwn(principal, wanted, addedChannels(read, wanted));
    await this.database.transaction(async (tx) => {
      const caller = await this.callerAsMaker(tx, principal);
      await this.profiles.lock(tx, principal);
      const stored = await this.getRow(tx, principal, id);
      const changed = changeSettings(stored, patch, this.limits(await this.business(tx, principal)));
      if (stored.is_default && !changed.is_default) throw noDefault();
      await this.assertFree(tx, principal, changed.name, id);
      if (changed.is_default && !stored.is_default) await this.profiles.clearDefault(tx, principal);
      if (takesOver && hasAddress(changed.settings)) {
        assertMayForward(principal, 'take_over');
        if (stored.paused_on) assertMayTakeOver(principal, 'take_over');
      }
      assertMaySet(principal, stored.settings, changed);
      await this.profiles.update(tx, id, {
        ...changed,
        ...makerAfter(stored, changed.settings, { caller, takesOver }),
        removed_addresses: stillRemoved(stored.removed_addresses, patch),
      });
    });
  }

  /** Deletes a profile. Pending requests are still sent as it says. Throws 400 for the default while others exist. */
  async delete(tenant: Tenant, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.profiles.lock(tx, tenant);
      const { is_default } = await this.getRow(tx, tenant, id);
      if (is_default && (await this.profiles.count(tx, tenant)) > 1) throw isTheDefault(id);
      await this.profiles.delete(tx, id);
    });
  }

  /** Throws 401 if the caller was removed, or lost the sub account, while its request was under way. */
  private async callerAsMaker(tx: Tx, principal: Principal): Promise<Maker> {
    const maker = makerOf(principal);
    await assertMakerStands(tx, maker, principal.sub_account_id);
    return maker;
  }

  private async getRow(tx: Tx, tenant: Tenant, id: number): Promise<ProfileRow> {
    const row = await this.profiles.findRow(tx, tenant, id);
    if (!row) throw notFound('settings profile', id);
    return row;
  }

  private async read(tx: Tx, tenant: Tenant, id: number): Promise<ResolvedProfile> {
    const profile = await this.profiles.find(tx, tenant, id);
    return withSender(profile as ResolvedProfile, await this.business(tx, tenant));
  }

  private async assertOwn(principal: Principal, profile: StoredProfile, added: number[]): Promise<void> {
    refuseUnknownChannels(profile, await this.unknownIds.channels(added, principal.sub_account_id));
  }

  private async assertFree(tx: Tx, tenant: Tenant, name: string, exceptId: number | null): Promise<void> {
    const taken = await this.profiles.findNamed(tx, tenant, name, exceptId);
    if (taken === null) return;
    const msg = `settings.name is already the name of profile ${taken}; upper and lower case do not count. Choose another name.`;
    throw new ApiError('invalid_value', msg, { field: 'settings.name', existing_id: taken });
  }

  /** Null for a business that is not known. */
  private limits(business: Business | null): SettingLimits {
    return {
      fromDomains: allowedFromDomains(this.env),
      businessName: business?.name ?? '',
      accountZone: business?.time_zone ?? null,
    };
  }

  private async business(tx: Tx, { sub_account_id }: Tenant): Promise<Business | null> {
    return (await this.businesses.among(tx, [sub_account_id])).get(sub_account_id) ?? null;
  }
}

/** Throws 403 if the caller may not set an address that the profile did not have before. */
function assertMaySet(principal: Principal, before: JsonObject, { settings }: StoredProfile): void {
  const key = newAddress(before, settings);
  if (key !== null) assertMayForward(principal, `settings.${key}`);
}

/** Shows the name that recipients see. It is empty while the business is not known. */
function withSender(profile: ResolvedProfile, business: Business | null): ResolvedProfile {
  const { settings } = profile;
  return { ...profile, settings: { ...settings, from_name: settings.from_name || (business?.name ?? '') } };
}

function tooMany(): ApiError {
  const msg = `The sub account has ${MAX_PROFILES} settings profiles, which is the most it can have; delete one.`;
  return new ApiError('validation_failed', msg, { field: 'settings' });
}

function noDefault(): ApiError {
  const msg =
    'settings.default cannot be false for the default profile; make another profile the default instead.';
  return new ApiError('validation_failed', msg, { field: 'settings.default' });
}

function isTheDefault(id: number): ApiError {
  const msg = `Profile ${id} is the default while there are others; make another profile the default first.`;
  return new ApiError('settings_in_use', msg, { field: 'settings_id' });
}
