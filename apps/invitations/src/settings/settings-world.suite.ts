import {
  type AccessReducedPayload,
  accountAccessReduced,
  type Principal,
  type UnknownChannelsRequest,
} from '@plaudit/contracts';
import {
  buildEvent,
  type FixtureServer,
  type HttpResult,
  startFixtureServer,
  startWorld,
  waitUntilConsumed,
  type World,
} from '@plaudit/testing';
import { knowBusiness } from '../businesses/business.suite';
import { invitationsService } from '../service';

export const SETTINGS = '/public/v1/invite/settings';
const OWN_CHANNELS = [4711, 4712];

/** The invitations service beside a channels service that knows two channels. */
export class SettingsWorld {
  private lastSubAccount = 100;

  private constructor(
    readonly world: World,
    readonly channels: FixtureServer,
  ) {}

  static async start(): Promise<SettingsWorld> {
    const channels = await startFixtureServer((request) => {
      const { ids } = request.json<UnknownChannelsRequest>();
      return { body: { unknown: ids.filter((id) => !OWN_CHANNELS.includes(id)) } };
    });
    const settings = {
      CHANNELS_URL: channels.url,
      MAIL_ALLOWED_FROM_DOMAINS: 'Example.com, example.org, bücher.example',
    };
    const world = await startWorld({ services: [{ definition: invitationsService, settings }] });
    return new SettingsWorld(world, channels);
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.channels.close();
  }

  /** Announces that a key or user was removed, or lost sub accounts. Returns when it is handled. */
  async reduce(data: Partial<AccessReducedPayload>): Promise<void> {
    const removed = { removed: true, sub_accounts: [] };
    await this.world.publish(
      buildEvent(accountAccessReduced, { subaccountid: 0, data: { ...removed, ...data } }),
    );
    await waitUntilConsumed(this.world.natsUrl, 'invitations__account');
  }

  /** Returns a sub account that has no settings yet. */
  tenant(): Tenant {
    return new Tenant(this.world, (this.lastSubAccount += 1));
  }
}

/** Sends the requests of one sub account. */
export class Tenant {
  constructor(
    private readonly world: World,
    readonly id: number,
    private readonly principal: Partial<Principal> = {},
  ) {}

  /** Returns the same sub account with another caller. */
  by(principal: Partial<Principal>): Tenant {
    return new Tenant(this.world, this.id, principal);
  }

  async named(name: string): Promise<this> {
    await knowBusiness(this.world, { subAccountId: this.id, name, companyName: 'Example Group' });
    return this;
  }

  get(id?: number): Promise<HttpResult> {
    return this.read(`${SETTINGS}/get${id === undefined ? '' : `?settings_id=${id}`}`);
  }

  read(path: string): Promise<HttpResult> {
    return this.caller().get('invitations', path);
  }

  add(settings: unknown, headers: Record<string, string> = {}): Promise<HttpResult> {
    return this.caller().post('invitations', `${SETTINGS}/add`, { body: { settings }, headers });
  }

  async added(settings: object): Promise<number> {
    const { status, body } = await this.add(settings);
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true } });
    return body.id as number;
  }

  update(id: number, settings: unknown): Promise<HttpResult> {
    return this.caller().put('invitations', `${SETTINGS}/update/${id}`, { body: { settings } });
  }

  takeOver(id: number): Promise<HttpResult> {
    return this.caller().put('invitations', `${SETTINGS}/update/${id}`, {
      body: { settings: {}, take_over: true },
    });
  }

  delete(id: number): Promise<HttpResult> {
    return this.caller().delete('invitations', `${SETTINGS}/delete/${id}`);
  }

  async list(): Promise<{ id: number; name: string; default: boolean }[]> {
    return (await this.read(`${SETTINGS}/list`)).body.settings;
  }

  async defaults(): Promise<string[]> {
    return (await this.list()).filter((entry) => entry.default).map(({ name }) => name);
  }

  private caller(): ReturnType<World['as']> {
    return this.world.as({ sub_account_id: this.id, main: false, ...this.principal });
  }
}
