import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What a model wrote about reviews of a channel, by its exact request. Automatic work repeats it and does not pay twice. Kept for 24 hours. */
@Entity('remembered_answers')
@Index('remembered_answers_review_ids_idx', { synchronize: false })
@Index('remembered_answers_created_on_idx', ['created_on'])
export class RememberedAnswerEntity {
  /** SHA-256 of the configuration and the request. */
  @PrimaryColumn('bytea') key: Buffer;
  @Column('bigint') account_id: number;
  /** Ids of the reviews in the request. The answer is deleted when one of them is edited or deleted. */
  @Column('bigint', { array: true }) review_ids: number[];
  @Column('text') answer: string;
  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
}
