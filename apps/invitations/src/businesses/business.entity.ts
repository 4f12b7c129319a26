import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What invitations know of a sub account and its account: how the business is called and where its pages are. */
@Entity('businesses')
@Index('businesses_account_idx', ['account_id'])
export class BusinessEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @Column('bigint') account_id: number;
  @Column('text') name: string;
  /** True for the account's main sub account, whose name is that of the account. */
  @Column('boolean') main: boolean;
  @Column('text') company_name: string;
  @Column('text', { nullable: true }) website: string | null;
  /** The proved white-label domain, where links lead. Null if there is none. */
  @Column('text', { nullable: true }) domain: string | null;
  /** False if the plan has no invitations. */
  @Column('boolean', { default: true }) invite: boolean;
  /** Invitations per month; -1 means unlimited. */
  @Column('integer', { default: -1 }) invites_month: number;
  /** The `aggregateversion` of the newest event of the account that was applied. */
  @Column('bigint') version: number;
  /** That of the newest event about this sub account itself, from which `name`, `main` and `deleted` are. */
  @Column('bigint', { default: 0 }) name_version: number;
  @Column('boolean', { default: false }) deleted: boolean;
  /** When that event was applied. */
  @Column('timestamptz', { default: () => 'now()' }) applied_on: Date;
}
