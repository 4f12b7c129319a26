import type { Principal } from '@plaudit/contracts';
import {
  type Caller,
  type FixtureServer,
  type HttpResult,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { type LlmStandIn, startLlmStandIn } from '../../llm/stand-in/llm-stand-in.suite';
import { aiService } from '../../service';

export const PATH = '/public/v1/account/ai';
export const OWN_KEY = 'own-key-of-the-account';
export const TRANSLATE_OWN_KEY = 'own-translate-key-of-the-account';
const SERVICE_KEY = 'service-key-of-the-operator';

/** The service with a model and a translator of its operator, and a model of an account. All of them are local servers. */
export class AccountAiWorld {
  /** Each test has an account of its own. */
  account = 100;

  private constructor(
    readonly world: World,
    readonly serviceModel: LlmStandIn,
    readonly ownModel: LlmStandIn,
    readonly libre: FixtureServer,
  ) {}

  static async start(): Promise<AccountAiWorld> {
    const serviceModel = await startLlmStandIn();
    const ownModel = await startLlmStandIn();
    const libre = await startFixtureServer((request) => {
      const { q } = request.json<{ q: string | string[] }>();
      return { body: { translatedText: Array.isArray(q) ? q.map(() => 'Bonjour') : 'Bonjour' } };
    });
    const settings = {
      AI_PROVIDER: 'openai',
      AI_BASE_URL: serviceModel.baseUrl,
      AI_API_KEY: SERVICE_KEY,
      AI_MODEL: 'service-model',
      TRANSLATE_PROVIDER: 'libretranslate',
      TRANSLATE_BASE_URL: libre.url,
      TRANSLATE_API_KEY: SERVICE_KEY,
      TRANSLATE_MONTHLY_CHARS: '1000',
    };
    const world = await startWorld({ services: [{ definition: aiService, settings }] });
    return new AccountAiWorld(world, serviceModel, ownModel, libre);
  }

  async close(): Promise<void> {
    await this.world.close();
    await Promise.all([this.serviceModel.close(), this.ownModel.close(), this.libre.close()]);
  }

  /** Begins a test with another account, and forgets the requests to the servers. */
  next(): void {
    this.account += 1;
    this.serviceModel.reset();
    this.ownModel.reset();
    this.libre.requests.length = 0;
  }

  as(principal: Partial<Principal> = {}): Caller {
    return this.world.as({ account_id: this.account, ...principal });
  }

  /** Returns the body of the response. */
  async get(principal?: Partial<Principal>): Promise<HttpResult['body']> {
    return (await this.as(principal).get('ai', PATH)).body as HttpResult['body'];
  }

  put(body: unknown, principal?: Partial<Principal>): Promise<HttpResult> {
    return this.as(principal).put('ai', PATH, { body });
  }

  /** Changes the settings, which must be accepted. */
  async accept(body: unknown): Promise<void> {
    expect(await this.put(body)).toMatchObject({ status: 200, body: { success: true } });
  }

  test(body: unknown = {}, principal?: Partial<Principal>): Promise<HttpResult> {
    return this.as(principal).post('ai', `${PATH}/test`, { body });
  }

  /** The account's own model, as a part of the body. */
  ownAi(more: object = {}): object {
    const { baseUrl } = this.ownModel;
    return { provider: 'openai', base_url: baseUrl, model: 'own-model', api_key: OWN_KEY, ...more };
  }

  /** Plants a channel with three reviews and returns its id. */
  async addChannel(): Promise<number> {
    const id = this.account * 10;
    await this.world.admin.query(
      `insert into ai.channels (id, account_id, sub_account_id, name, version) values ($1, $2, 1, 'Harbour Inn', 1)`,
      [id, this.account],
    );
    await this.world.admin.query(
      `insert into ai.reviews (id, account_id, sub_account_id, channel_id, rating_value, rating_scale, star, text, readable,
         posted_on, version)
       select $1::bigint * 10 + at, $2, 1, $1, 5, 5, 5, 'The staff was very friendly.', true, now(), 1
       from generate_series(1, 3) as at`,
      [id, this.account],
    );
    return id;
  }

  newSummary(channel: number): Promise<HttpResult> {
    return this.as().post('ai', `/public/v1/channels/ai/summary/${channel}`, { body: {} });
  }

  /** Lets the next summary of every channel be written at once. */
  async endCooldowns(): Promise<void> {
    await this.world.admin.query('update ai.summaries set cooldown_until = null');
  }

  rows(): Promise<Record<string, unknown>[]> {
    return this.world.admin.query('select * from ai.provider_settings where account_id = $1', [this.account]);
  }
}
