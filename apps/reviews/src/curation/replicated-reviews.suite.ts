import { type DomainEvent, type ReviewUpdatedPayload, reviewUpdated } from '@plaudit/contracts';
import type { RunningServices } from '@plaudit/runtime';
import { type Caller, eventually, type HttpResult } from '@plaudit/testing';
import { review } from '../additions/bulk.suite';
import { type CollectedWorld, startCollectedWorld } from '../collected/collected-world.suite';
import { startReplica, through } from '../second-replica.suite';
import type { CountedTag } from '../tags/tags.read-model';

/** Two replicas of the service, and one sub account at a time, with its reviews and tags. */
export class ReplicatedReviews {
  client: Caller;
  subAccount = 100;

  private constructor(
    readonly world: CollectedWorld,
    private readonly replica: RunningServices,
  ) {}

  static async start(): Promise<ReplicatedReviews> {
    const world = await startCollectedWorld();
    return new ReplicatedReviews(world, await startReplica(world));
  }

  async close(): Promise<void> {
    await this.replica.close();
    await this.world.close();
  }

  /** Continues with a sub account that has no reviews. */
  beginSubAccount(): void {
    this.subAccount += 1;
    this.client = this.world.as({ sub_account_id: this.subAccount });
  }

  /** Returns the caller whose requests go to the other replica. */
  onReplica(caller = this.client): Caller {
    return through(this.replica, caller);
  }

  put(path: string, body: object): Promise<HttpResult> {
    return this.client.put('reviews', `/public/v1/${path}`, { body });
  }

  post(path: string, body: object): Promise<HttpResult> {
    return this.client.post('reviews', `/public/v1/${path}`, { body });
  }

  remove(path: string, query = {}): Promise<HttpResult> {
    return this.client.delete('reviews', `/public/v1/${path}`, { query });
  }

  /** Adds reviews and returns their ids. */
  async add(reviews: readonly object[], caller = this.client): Promise<number[]> {
    const { body } = await caller.post('reviews', '/public/v1/reviews/add_bulk', { body: { reviews } });
    if (body.invalid !== 0) throw new Error(JSON.stringify(body));
    return body.ids as number[];
  }

  /** Adds as many reviews, whose authors begin with the prefix. */
  async addMany(count: number, prefix: string, overrides: object = {}): Promise<number[]> {
    return this.add(Array.from({ length: count }, (_, n) => review(`${prefix} ${n}`, overrides)));
  }

  async read(id: number) {
    return (await this.client.get('reviews', `/public/v1/reviews/get/${id}`)).body;
  }

  async tagsOf(id: number): Promise<string[]> {
    return ((await this.read(id)).tags as CountedTag[]).map(({ name }) => name);
  }

  async tags(): Promise<CountedTag[]> {
    return (await this.client.get('reviews', '/public/v1/tags')).body.items as CountedTag[];
  }

  async tagId(name: string): Promise<number> {
    return ((await this.tags()).find((tag) => tag.name === name) as CountedTag).id;
  }

  /** Returns the number of reviews of each tag. */
  async tagCounts(): Promise<Record<string, number>> {
    return Object.fromEntries((await this.tags()).map(({ name, count }) => [name, count]));
  }

  /** Returns the published updates of these reviews. */
  updates(ids: readonly number[]): DomainEvent<ReviewUpdatedPayload>[] {
    return this.world.events.of(reviewUpdated).filter(({ data }) => ids.includes(data.id));
  }

  /** Waits until the reviews have followed every change of a tag or source. */
  async followed(): Promise<void> {
    await eventually(
      () => this.waiting(),
      (rows) => rows.length === 0,
      'every review to follow',
    );
  }

  /**
   * Like {@link followed}, and wakes the background, whose interval is five seconds: it also works on everything that is left after
   * each request that changes a tag, also one of another sub account.
   */
  async followedSoon(): Promise<void> {
    const other = this.world.as({ sub_account_id: 99 });
    const { id } = (await other.post('reviews', '/public/v1/tags', { body: { name: 'waking' } })).body;
    let changes = 0;
    await eventually(
      async () => {
        changes += 1;
        const body = { name: `waking ${changes}` };
        await other.put('reviews', `/public/v1/tags/${id as number}`, { body });
        return this.waiting();
      },
      (rows) => rows.length === 0,
      'every review to follow',
      { intervalMs: 100 },
    );
    await other.delete('reviews', `/public/v1/tags/${id as number}`);
  }

  private waiting(): Promise<unknown[]> {
    const sql = 'select from reviews.relabellings where sub_account_id = $1';
    return this.world.admin.query(sql, [this.subAccount]);
  }

  /** Returns the tags whose counter or rows of `review_tags` differ from the reviews. */
  async wrongTags(): Promise<unknown[]> {
    return this.world.admin.query(
      `with counted as (
         select tag_id, count(*) as total from reviews.reviews, unnest(tag_ids) tag_id
         where sub_account_id = $1 group by 1
       ), listed as (
         select tag_id, count(*) as total from reviews.review_tags where sub_account_id = $1 group by 1
       )
       select * from counted
       full join listed using (tag_id)
       full join (select tag_id, total from reviews.tag_counts where sub_account_id = $1 and total <> 0) kept using (tag_id)
       full join (select id as tag_id from reviews.tags where sub_account_id = $1) tag using (tag_id)
       where (counted.total is distinct from listed.total or counted.total is distinct from kept.total)
         or (counted.total is not null and not exists (select from reviews.tags where tags.id = tag_id))`,
      [this.subAccount],
    );
  }
}
