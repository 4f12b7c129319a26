import {
  type DomainEvent,
  type InvitePayload,
  type Principal,
  UNKNOWN_CHANNEL_TYPES_PATH,
  UNKNOWN_CHANNELS_PATH,
  type UnknownChannelsRequest,
} from '@plaudit/contracts';
import { createDataSource, Database, type Tx } from '@plaudit/database';
import {
  buildReview,
  type FixtureServer,
  type HttpOptions,
  type HttpResult,
  type RecordedRequest,
  startFixtureServer,
  startWorld,
  TEST_TIMEOUT_FACTOR,
  type World,
} from '@plaudit/testing';
import type { ChannelCopyEntity } from './channels/channel-copy.entity';
import { InvitationsRepository } from './invitations/invitations.repository';
import { invitationOf } from './invitations/invitation';
import type { RatingDayEntity } from './ratings/rating-day.entity';
import { ReportsEnv } from './reports.env';
import { ReviewCopiesRepository } from './reviews/review-copies.repository';
import { reviewCopy, type ReviewState } from './reviews/review-copy';
import { reportsService } from './service';
import { SubAccountsRepository } from './sub-accounts/sub-accounts.repository';

type PlantedReview = Partial<ReviewState> & { account_id?: number; sub_account_id?: number };

/**
 * The service with rows that a spec plants, without NATS. Rows belong to account 1 and sub account 1 unless they say otherwise. The
 * gateway and channels are a stand-in, for which only the records in {@link known} exist.
 */
export class PlantedReports {
  /** What exists for the owners of records: `channel 42`, `type 1`, `sub account 2`. */
  readonly known = new Set<string>();
  private nextId = 1;

  private constructor(
    readonly world: World,
    private readonly owners: FixtureServer,
    readonly database: Database,
    private readonly subAccounts: SubAccountsRepository,
  ) {
    owners.handle((request) => this.answer(request));
  }

  static async start(settings: Record<string, string> = {}): Promise<PlantedReports> {
    const owners = await startFixtureServer();
    const urls = { CHANNELS_URL: owners.url, GATEWAY_URL: owners.url };
    const world = await startWorld({
      nats: false,
      services: [{ definition: reportsService, settings: { ...urls, ...settings } }],
    });
    const { entities } = reportsService;
    const url = world.databaseUrl('reports');
    const dataSource = createDataSource({ url, schema: 'reports', entities, migrations: [] });
    await dataSource.initialize();
    const database = new Database(dataSource, 'reports', { timeoutFactor: TEST_TIMEOUT_FACTOR });
    const env = Object.assign(new ReportsEnv(), settings);
    return new PlantedReports(world, owners, database, new SubAccountsRepository(database, env));
  }

  /** Requests a path below /public/v1 as JSON, as an admin of sub account 1 unless `as` says otherwise. */
  get(
    path: string,
    query: HttpOptions['query'] = {},
    as: Partial<Principal> = {},
    headers: Record<string, string> = {},
  ): Promise<HttpResult> {
    return this.world.as(as).get('reports', `/public/v1${path}`, { query, headers });
  }

  /** The questions that the owners of records were asked: paths with ids. */
  get questions(): string[] {
    return this.owners.requests.map(
      (request) => `${request.path} ${request.json<UnknownChannelsRequest>().ids.join()}`,
    );
  }

  /** The owners answer 503 from now on. */
  failOwners(): void {
    this.owners.handle(() => ({ status: 503, body: { success: false, code: 'upstream_unavailable' } }));
  }

  recoverOwners(): void {
    this.owners.handle((request) => this.answer(request));
  }

  /** Sets the zone of a sub account, before reviews are planted. */
  async zone(timezone: string, sub_account_id = 1, account_id = 1): Promise<void> {
    await this.raise(account_id, sub_account_id);
    await this.world.admin.query(
      'update reports.sub_accounts set timezone = $2, counted_timezone = $2 where sub_account_id = $1',
      [sub_account_id, timezone],
    );
  }

  /** Stores a channel and returns its id. */
  async channel(fields: Partial<ChannelCopyEntity> = {}): Promise<number> {
    const channel: Omit<ChannelCopyEntity, 'applied_on'> = {
      id: this.nextId++,
      account_id: 1,
      sub_account_id: 1,
      type: 'app_store',
      type_id: 1,
      label: 'Apple App Store',
      logo: null,
      name: 'Alder Street Bakery',
      score: 4.5,
      rating_scale: 5,
      reviews: 100,
      group_id: null,
      version: 1,
      deleted: false,
      ...fields,
    };
    await this.insert('channels', [channel]);
    await this.raise(channel.account_id, channel.sub_account_id);
    return channel.id;
  }

  /** Stores the official figures of a channel by day: `[day, score, reviews]`. */
  async ratingDays(
    channelId: number,
    days: readonly [string, number | null, number | null][],
    fields: Partial<RatingDayEntity> = {},
  ): Promise<void> {
    const owner = { account_id: 1, sub_account_id: 1, rating_scale: 5, ...fields };
    const rows = days.map(([day, score, reviews]) => ({
      channel_id: channelId,
      day,
      score,
      reviews,
      checked_on: `${day}T12:00:00Z`,
      ...owner,
    }));
    await this.insert('rating_days', rows);
    await this.raise(owner.account_id, owner.sub_account_id);
  }

  /** Stores reviews and counts them, as their events do. `posted_on` is in UTC. */
  async reviews(reviews: readonly PlantedReview[]): Promise<void> {
    const copies = reviews.map(({ account_id = 1, sub_account_id = 1, ...fields }) =>
      reviewCopy(buildReview({ id: this.nextId++, ...fields }), {
        account_id,
        sub_account_id,
        version: 1,
        deleted: false,
      }),
    );
    await this.change(async (tx) => {
      await this.subAccounts.lock(tx, copies);
      await new ReviewCopiesRepository(this.database).apply(tx, copies);
    });
  }

  /** Names tags of account 1 and sub account 1. */
  async tags(names: Readonly<Record<number, string>>): Promise<void> {
    const rows = Object.entries(names).map(([id, name]) => ({
      id,
      name,
      account_id: 1,
      sub_account_id: 1,
      named_on: '2026-01-01T00:00:00Z',
    }));
    await this.insert('tags', rows);
    await this.raise(1, 1);
  }

  /** Stores what events say about invitations, as the handlers do. */
  async invitations(events: readonly DomainEvent<InvitePayload>[]): Promise<void> {
    const repository = new InvitationsRepository();
    for (const invitation of events.map(invitationOf)) {
      await this.change(async (tx) => {
        await this.subAccounts.lock(tx, [invitation]);
        await repository.apply(tx, [invitation]);
        await repository.nameSettings(tx, [invitation]);
      });
    }
  }

  /** Raises the rev of a sub account, as each of its events does. */
  async raise(account_id: number, sub_account_id: number): Promise<void> {
    await this.change((tx) => this.subAccounts.lock(tx, [{ account_id, sub_account_id }]));
  }

  /** Deletes all records, and gives all sub accounts the zone UTC. Their revs go on, because they never return to an earlier value. */
  async empty(): Promise<void> {
    await this.world.admin.query(
      `truncate reports.channels, reports.reviews, reports.review_days, reports.tags, reports.tag_days, reports.rating_days,
         reports.invitations, reports.invitation_days, reports.invite_settings;
       update reports.sub_accounts set rev = rev + 1, timezone = null, counted_timezone = 'UTC', closed_on = null`,
    );
  }

  async close(): Promise<void> {
    await this.database.dataSource.destroy();
    await this.world.close();
    await this.owners.close();
  }

  private async change(work: (tx: Tx) => Promise<void>): Promise<void> {
    await this.database.transaction(work);
  }

  private async insert(table: string, rows: readonly object[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    await this.world.admin.query(
      `insert into reports.${table} (${columns})
       select ${columns} from json_populate_recordset(null::reports.${table}, $1::json)`,
      [JSON.stringify(rows)],
    );
  }

  private answer(request: RecordedRequest): { body: object } {
    const { ids } = request.json<UnknownChannelsRequest>();
    const nouns: Record<string, string> = {
      [UNKNOWN_CHANNELS_PATH]: 'channel',
      [UNKNOWN_CHANNEL_TYPES_PATH]: 'type',
    };
    const noun = nouns[request.path] ?? 'sub account';
    return { body: { unknown: ids.filter((id) => !this.known.has(`${noun} ${id}`)) } };
  }
}
