import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What invitations know of an account. Its row may exist before those of its sub accounts. */
@Entity('account_copies')
export class AccountCopyEntity {
  @PrimaryColumn('bigint') account_id: number;
  @Column('text') company_name: string;
  /** The proved white-label domain, where links lead. Null if there is none. */
  @Column('text', { nullable: true }) domain: string | null;
  /** False if the plan has no invitations. */
  @Column('boolean', { default: true }) invite: boolean;
  /** Invitations per month; -1 means unlimited. */
  @Column('integer', { default: -1 }) invites_month: number;
  /** The zone of send windows that have none of their own. Null for UTC. */
  @Column('text', { nullable: true }) time_zone: string | null;
  /** The `aggregateversion` of the newest event that was applied. */
  @Column('bigint') version: number;
}
