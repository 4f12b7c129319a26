import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity';

/**
 * A mail with links for a new or first password that is to be sent. It has no token: each attempt to send it makes new ones, so no
 * table has a token that works. The row is deleted when the mail was sent or given up.
 */
@Entity('reset_mails')
@Index('reset_mails_user_key', ['user_id'], { unique: true })
@Index('reset_mails_due_idx', ['due_at'])
export class ResetMailEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'reset_mails_pkey',
  })
  id: number;

  /** The first user with the email. */
  @Column('bigint') user_id: number;

  @ManyToOne(() => UserEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'reset_mails_user_id_fkey' })
  user?: UserEntity;

  /** True if it was requested on the white-label domain of the user's account. Then only that account has a link. */
  @Column('boolean') white_label: boolean;

  /** True for a mail that invites the user to choose the first password. */
  @Column('boolean', { default: false }) invitation: boolean;

  /** Time of the request. */
  @Column('timestamptz', { default: () => 'now()' }) occurred_on: Date;
  @Column('smallint', { default: 0 }) attempts: number;
  @Column('timestamptz', { default: () => 'now()' }) due_at: Date;
  @Column('timestamptz', { nullable: true }) lease_until: Date | null;
  @Column('uuid', { nullable: true }) lease_id: string | null;
}
