import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An image that a widget shows. The image proxy fetches no other images. */
@Entity('images')
@Index('images_used_on_idx', ['used_on'])
export class ImageEntity {
  @PrimaryColumn('text') hash: string;
  @Column('text') url: string;
  /** Whose widgets show it. Null for images from before this was stored. */
  @Column('bigint', { nullable: true }) account_id: number | null;
  /** When a response last mentioned the image or a visitor last requested it. Updated at most once a week. */
  @Column('timestamp with time zone', { default: () => 'now()' }) used_on: Date;
}
