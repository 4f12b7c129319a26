import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many reviews a sub account has with a status and rating. ReviewCountsRepository updates it with every write. */
@Entity('review_counts')
export class ReviewCountEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @PrimaryColumn('smallint') status: number;
  /** 0 stands for no rating. */
  @PrimaryColumn('smallint') star: number;
  /** On a scale of five, unrounded, so that rating bounds and averages can be read from here; 0 without a rating. */
  @PrimaryColumn('double precision') rating: number;
  @Column('bigint', { default: 0 }) total: number;
  /** How many of them have a photo of the author. */
  @Column('bigint', { default: 0 }) with_photos: number;
}
