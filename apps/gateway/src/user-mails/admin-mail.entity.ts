import type { ForwardingPausedPayload, WebhookDisabledPayload } from '@plaudit/contracts';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity';

/**
 * A mail to one admin about a webhook that was switched off, or about settings that send nothing elsewhere any more. The row is
 * deleted when the mail was sent or given up.
 */
@Entity('admin_mails')
@Index('admin_mails_user_event_key', ['user_id', 'event_id'], { unique: true })
@Index('admin_mails_due_idx', ['due_at'])
export class AdminMailEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'admin_mails_pkey',
  })
  id: number;

  /** The address is read when the mail is sent, so that it is the current one. */
  @Column('bigint') user_id: number;

  @ManyToOne(() => UserEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'admin_mails_user_id_fkey' })
  user?: UserEntity;

  /** Id of the event that the mail is about. */
  @Column('text') event_id: string;
  /** Null if the mail is about settings. */
  @Column('jsonb', { nullable: true }) webhook: WebhookDisabledPayload | null;
  /** Null if the mail is about a webhook. */
  @Column('jsonb', { nullable: true }) forwarding: ForwardingPausedPayload | null;
  /** The sub account whose page the mail links. Null if it links none. */
  @Column('bigint', { nullable: true }) sub_account_id: number | null;
  /** Time of the event. */
  @Column('timestamptz') occurred_on: Date;
  @Column('smallint', { default: 0 }) attempts: number;
  @Column('timestamptz', { default: () => 'now()' }) due_at: Date;
  @Column('timestamptz', { nullable: true }) lease_until: Date | null;
  @Column('uuid', { nullable: true }) lease_id: string | null;
}
