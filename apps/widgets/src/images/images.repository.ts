import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

interface KnownImage {
  hash: string;
  url: string;
}

const KEEP_DAYS = 90;
const PURGE_BATCH = 1_000;

@Injectable()
export class ImagesRepository {
  constructor(private readonly database: Database) {}

  async save(images: readonly KnownImage[]): Promise<void> {
    if (images.length === 0) return;
    const hashes = images.map(({ hash }) => hash);
    await this.database.query(
      `insert into images (hash, url) select * from unnest($1::text[], $2::text[]) on conflict (hash) do nothing`,
      [hashes, images.map(({ url }) => url)],
    );
    await this.noteUsed(hashes);
  }

  async findUrl(hash: string): Promise<string | null> {
    const [image] = await this.database.query<KnownImage>('select hash, url from images where hash = $1', [
      hash,
    ]);
    if (!image) return null;
    await this.noteUsed([hash]);
    return image.url;
  }

  /** Platforms change the addresses of their pictures: those that nobody has used for 90 days are forgotten. */
  async purge(): Promise<void> {
    let removed: unknown[];
    do {
      removed = await this.database.query(
        `delete from images where hash in (
           select hash from images where used_on < now() - make_interval(days => ${KEEP_DAYS})
           limit ${PURGE_BATCH} for update skip locked) returning hash`,
      );
    } while (removed.length === PURGE_BATCH);
  }

  /** Once a week is enough, and no request waits for another one that notes the same picture. */
  private async noteUsed(hashes: readonly string[]): Promise<void> {
    await this.database.query(
      `update images set used_on = now() where hash in (
         select hash from images where hash = any ($1) and used_on < now() - interval '7 days'
         for update skip locked)`,
      [hashes],
    );
  }
}
