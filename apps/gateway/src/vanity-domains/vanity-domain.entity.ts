import { Check, Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity';

/** Who saw the proof of a domain: a look-up in DNS, or the operator of the server. */
export type VerifiedBy = 'dns' | 'operator';

/** The white-label domain of an account. Several accounts may name a host, and one of them can have it verified. */
@Entity('vanity_domains')
@Check('vanity_domains_verified_by_check', "verified_by in ('dns', 'operator')")
@Check('vanity_domains_verified_check', '(verified_by is null) = (verified_on is null)')
@Index('vanity_domains_verified_key', { synchronize: false })
@Index('vanity_domains_checked_on_idx', { synchronize: false })
export class VanityDomainEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'vanity_domains_pkey' })
  account_id: number;

  @OneToOne(() => AccountEntity, { nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'vanity_domains_account_id_fkey' })
  account?: AccountEntity;

  /** Host name in lower case and ASCII. */
  @Column('text') host: string;

  /** The value that the owner of the domain publishes in DNS. */
  @Column('text') token: string;

  /** Null until the proof was seen, and again after it was lost for too long. */
  @Column('text', { nullable: true }) verified_by: VerifiedBy | null;
  @Column('timestamptz', { nullable: true }) verified_on: Date | null;

  /** The first of the checks in a row that found no proof. */
  @Column('timestamptz', { nullable: true }) missing_since: Date | null;

  @Column('timestamptz', { nullable: true }) checked_on: Date | null;
}
