import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many reviews a sub account has of a status and rating; kept by ReviewCounts with every write. */
@Entity('review_counts')
export class ReviewCountEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @PrimaryColumn('smallint') status: number;
  /** 0 stands for no rating. */
  @PrimaryColumn('smallint') star: number;
  /** On five stars, unrounded, so that bounds and averages come from here too; 0 without one. */
  @PrimaryColumn('double precision') rating: number;
  @Column('bigint') total: number;
}
