import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { InviteType } from '../requests/request';
import type { SuppressionReason } from './suppression';

/** A person who gets no messages of this type from the sub account. */
@Entity('suppressions')
@Check('suppressions_type_check', "type in ('email', 'sms')")
@Index('suppressions_person_key', ['sub_account_id', 'type', 'recipient_key'], { unique: true })
@Index('suppressions_list_idx', ['sub_account_id', 'id'])
@Index('suppressions_hour_idx', { synchronize: false })
export class SuppressionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') type: InviteType;
  @Column('bytea') recipient_key: Buffer;
  /** Null after the person was erased: the hash in `recipient_key` stays. */
  @Column('text', { nullable: true }) recipient: string | null;
  @Column('text') reason: SuppressionReason;
  /** The request that led to it; null if a client or an inbound message did. */
  @Column('bigint', { nullable: true }) source_request_id: number | null;
  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
}
