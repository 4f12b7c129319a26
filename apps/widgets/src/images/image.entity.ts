import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A picture that some widget shows: only these are fetched, whatever a visitor asks for. */
@Entity('images')
@Index('images_used_on_idx', ['used_on'])
export class ImageEntity {
  @PrimaryColumn('text') hash: string;
  @Column('text') url: string;
  /** When an answer last named it or a visitor last asked for it; at most a week behind. */
  @Column('timestamp with time zone', { default: () => 'now()' }) used_on: Date;
}
