import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A list of reviews that a sub account has given a name. */
@Entity('review_views')
@Index('review_views_owner_idx', ['sub_account_id', 'position', 'id'])
export class ReviewViewEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'review_views_pkey',
  })
  id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') name: string;
  /** Parameters of GET /reviews/get. */
  @Column('jsonb') filters: Record<string, string>;
  @Column('integer') position: number;
}
