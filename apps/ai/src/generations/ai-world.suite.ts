import { QueueNotifier } from '@plaudit/queue';
import { type Principal, reviewDeleted, reviewUpdated, UNLIMITED } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import {
  buildEvent,
  buildReview,
  type Caller,
  eventually,
  type HttpResult,
  lendingService,
  startWorld,
  type World,
} from '@plaudit/testing';
import { type LlmStandIn, startLlmStandIn } from '../llm/stand-in/llm-stand-in.suite';
import { REFRESHES } from '../refresh/refreshes.repository';
import { aiService } from '../service';

const CHANNELS = '/public/v1/channels/ai';
/** Noon, so that no spec meets midnight by accident. */
const START = new Date('2026-03-10T12:00:00.000Z');

/** A clock that the spec sets. */
class SetClock extends Clock {
  private instant = START;

  override now(): Date {
    return this.instant;
  }

  set(instant: Date): void {
    this.instant = instant;
  }

  advance(ms: number): void {
    this.instant = new Date(this.instant.getTime() + ms);
  }
}

export interface PlantedReview {
  star?: number | null;
  text?: string;
  language?: string | null;
}

export interface AccountOptions {
  /** The generations per day of the plan. Default: no limit. */
  cap?: number;
  /** The account has chosen the model of the stand-in. Default: the embedded provider. */
  hasModel?: boolean;
}

/** The service with a clock that the spec sets, accounts with channels and reviews, and a server that stands in for a model. */
export class AiWorld {
  private accounts = 0;

  private constructor(
    readonly world: World,
    readonly clock: SetClock,
    readonly model: LlmStandIn,
    readonly definition: typeof aiService,
    private readonly queues: QueueNotifier,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<AiWorld> {
    const clock = new SetClock();
    const onClock = [{ provide: Clock, useValue: clock }];
    const { definition, borrow } = await lendingService(aiService, [QueueNotifier], onClock);
    const model = await startLlmStandIn();
    const world = await startWorld({ services: [{ definition, settings }] });
    return new AiWorld(world, clock, model, definition, borrow(QueueNotifier));
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.model.close();
  }

  /** Returns a new account with a channel. */
  async account(options: AccountOptions = {}): Promise<AiAccount> {
    this.accounts += 1;
    const account = new AiAccount(this, this.accounts * 1_000, options.cap ?? -1);
    if (options.hasModel) await account.choose('writer-1');
    await account.addChannel(account.channelId, account.id);
    return account;
  }

  /** Looks for due refreshes at once, which the service does every five seconds. */
  refreshDue(): void {
    this.queues.wake(REFRESHES);
  }

  /** Waits until no refresh is due or under way, so that none asks the model during the next test. */
  async settle(): Promise<void> {
    await eventually(
      () => this.world.admin.query('select from ai.refreshes where due_at <= now()'),
      ({ length }) => length === 0,
      'the refreshes to end',
    );
    this.model.reset();
  }

  /** Lets a table refuse every row of a channel, until the returned function is called. */
  async refusing(table: string, channelId: number): Promise<() => Promise<unknown>> {
    const { admin } = this.world;
    await admin.query(
      `create function ai.refuse() returns trigger language plpgsql as
       $$ begin raise exception 'refused by the spec'; end $$`,
    );
    await admin.query(
      `create trigger refuse before insert on ai.${table} for each row when (new.channel_id = ${channelId} and new.summary is not null)
       execute function ai.refuse()`,
    );
    return () => admin.query('drop function ai.refuse cascade');
  }
}

/** An account with one sub account, whose ids are equal, and with one channel. */
export class AiAccount {
  private reviews = 0;

  constructor(
    private readonly ai: AiWorld,
    readonly id: number,
    private readonly cap: number,
  ) {}

  get channelId(): number {
    return this.id + 1;
  }

  /** Calls the service with a key of the account. */
  as(principal: Partial<Principal> = {}): Caller {
    const limits = { ...UNLIMITED, ai_day: this.cap };
    return this.ai.world.as({ account_id: this.id, sub_account_id: this.id, limits, ...principal });
  }

  summary(channelId = this.channelId): Promise<HttpResult> {
    return this.as().get('ai', `${CHANNELS}/summary/${channelId}`);
  }

  newSummary(body: unknown = {}, channelId = this.channelId): Promise<HttpResult> {
    return this.as().post('ai', `${CHANNELS}/summary/${channelId}`, { body });
  }

  insights(language?: string): Promise<HttpResult> {
    return this.as().get('ai', `${CHANNELS}/insights/${this.channelId}`, { query: { language } });
  }

  /** Chooses a model of the stand-in, or the embedded provider with null. It applies 30 s later by the clock of the spec. */
  async choose(model: string | null): Promise<void> {
    await this.ai.world.admin.query(
      `insert into ai.provider_settings (account_id, ai_provider, ai_base_url, ai_model) values ($1, $2, $3, $4)
       on conflict (account_id) do update set ai_provider = $2, ai_model = $4`,
      [this.id, model === null ? 'embedded' : 'openai', this.ai.model.baseUrl, model],
    );
  }

  async addChannel(id: number, subAccountId: number): Promise<void> {
    await this.ai.world.admin.query(
      `insert into ai.channels (id, account_id, sub_account_id, name, version) values ($1, $2, $3, 'Harbour Inn', 1)`,
      [id, this.id, subAccountId],
    );
  }

  /** Adds copies of reviews, each newer than the ones before, and returns their ids. */
  async add(reviews: readonly PlantedReview[], channelId = this.channelId): Promise<number[]> {
    const ids: number[] = [];
    for (const { star = 5, text = 'The staff was very friendly.', language = null } of reviews) {
      this.reviews += 1;
      const id = this.id * 1_000 + this.reviews;
      await this.ai.world.admin.query(
        `insert into ai.reviews (id, account_id, sub_account_id, channel_id, rating_value, rating_scale, star, text, readable,
           language, posted_on, version)
         values ($1, $2, $2, $3, $4::int, 5, $4::int, $5, $6, $7, timestamptz '2026-01-01' + make_interval(mins => $8), 1)`,
        [id, this.id, channelId, star, text, /\p{L}.*\p{L}/su.test(text), language, this.reviews],
      );
      ids.push(id);
    }
    return ids;
  }

  /** Adds three reviews that praise the staff, and two that criticise noise. */
  addFive(): Promise<number[]> {
    return this.add([
      {},
      { text: 'Friendly staff and a good breakfast.' },
      { text: 'The staff was helpful and friendly.', star: 4 },
      { text: 'The room was noisy.', star: 2 },
      { text: 'Too much noise at night, we could not sleep.', star: 1 },
    ]);
  }

  /** Edits the text of a review, or deletes the review for null, by an event. Returns when its copy has changed. */
  async edit(id: number, text: string | null, channelId = this.channelId): Promise<void> {
    const data = buildReview({
      id,
      channel_id: channelId,
      text: text ?? '',
      rating_value: 5,
      rating_scale: 5,
    });
    const envelope = { accountid: this.id, subaccountid: this.id, aggregateversion: 2, subject: String(id) };
    const event =
      text === null
        ? buildEvent(reviewDeleted, { ...envelope, data })
        : buildEvent(reviewUpdated, { ...envelope, data: { ...data, changed: ['text'] } });
    await this.ai.world.publish(event);
    await eventually(
      () => this.ai.world.admin.query('select from ai.reviews where id = $1 and version = 2', [id]),
      ({ length }) => length === 1,
      'the event to change the copy of the review',
    );
  }

  /** Returns how many generations of the account are counted, over all days. */
  async used(): Promise<number> {
    const [row] = await this.ai.world.admin.query<{ used: number }>(
      'select coalesce(sum(used), 0)::int as used from ai.generation_days where account_id = $1',
      [this.id],
    );
    return row!.used;
  }

  /** Counts so many generations of today. */
  async use(used: number): Promise<void> {
    await this.ai.world.admin.query(
      `insert into ai.generation_days (account_id, day, used) values ($1, $2, $3)
       on conflict (account_id, day) do update set used = $3`,
      [this.id, this.ai.clock.now().toISOString().slice(0, 10), used],
    );
  }
}
