import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import type { ImageEntity } from './image.entity';

type NamedImage = Pick<ImageEntity, 'hash' | 'url'>;

/** Where an image is, and whose widgets show it. */
export type ImageOrigin = Pick<ImageEntity, 'url' | 'account_id'>;

const KEEP_DAYS = 90;
const PURGE_BATCH = 1_000;

@Injectable()
export class ImagesRepository {
  constructor(private readonly database: Database) {}

  async save(accountId: number, images: readonly NamedImage[]): Promise<void> {
    if (images.length === 0) return;
    const hashes = images.map(({ hash }) => hash);
    await this.database.query(
      `insert into images (hash, url, account_id) select named.*, $3 from unnest($1::text[], $2::text[]) named
       on conflict (hash) do nothing`,
      [hashes, images.map(({ url }) => url), accountId],
    );
    await this.markUsed(hashes);
  }

  async find(hash: string): Promise<ImageOrigin | null> {
    const [image] = await this.database.query<ImageOrigin>(
      'select url, account_id from images where hash = $1',
      [hash],
    );
    if (!image) return null;
    await this.markUsed([hash]);
    return image;
  }

  /**
   * Deletes images that were not used for 90 days. Platforms change the URLs of images, so old rows pile up. Returns true if there may
   * be more.
   */
  @Chore({ name: 'unused_images', everyMs: 3_600_000, per: 'service' })
  async purge(): Promise<boolean> {
    const removed = await this.database.queryWithin(
      'background',
      `delete from images where hash in (
         select hash from images where used_on < now() - make_interval(days => ${KEEP_DAYS})
         limit ${PURGE_BATCH} for update skip locked) returning hash`,
    );
    return removed.length === PURGE_BATCH;
  }

  /**
   * Writes at most once a week per image. `skip locked` keeps concurrent requests for the same image from waiting for each
   * other.
   */
  private async markUsed(hashes: readonly string[]): Promise<void> {
    await this.database.query(
      `update images set used_on = now() where hash in (
         select hash from images where hash = any ($1) and used_on < now() - interval '7 days'
         for update skip locked)`,
      [hashes],
    );
  }
}
