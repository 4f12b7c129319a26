import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A change that another service is asked for. The row is inserted before the request is passed on, and becomes a row of
 * the audit log when the service has responded. A row that stays behind is a change whose outcome is unknown.
 */
@Entity('changes_in_progress')
@Index('changes_in_progress_created_on_idx', ['created_on'])
export class ChangeInProgressEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') account_id: number;

  /** The key that sent the request. Null if a signed-in user did. */
  @Column('bigint', { nullable: true }) key_id: number | null;

  /** The user whose session sent the request. Null if a key did. */
  @Column('bigint', { nullable: true }) user_id: number | null;

  /** For example `webhook.created`. */
  @Column('text') action: string;
  @Column('text') target_type: string;

  /** From the path. Null for an addition, whose id is in the response. */
  @Column('bigint', { nullable: true }) target_id: number | null;

  /** Method and route of the request, its sub account, and the addresses that it sets. */
  @Column('jsonb') after: object;

  @Column('text', { nullable: true }) request_id: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { nullable: true }) agent: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
}
