import type { PlanLimits } from '@plaudit/contracts';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { PLAN_NAMES, type PlanName } from './plans';

/** A customer: what is paid for, and what its sub accounts share. */
@Entity('accounts')
@Check('accounts_plan_check', `plan in (${PLAN_NAMES.map((name) => `'${name}'`).join(', ')})`)
@Index('accounts_vanity_url_key', { synchronize: false })
export class AccountEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'accounts_pkey',
  })
  id: number;

  /** Grows with every event about the account. */
  @Column('integer', { default: 1 }) version: number;

  @Column('text') plan: PlanName;

  /** Where this account's limits differ from its plan's. */
  @Column('jsonb', { nullable: true }) limits: Partial<PlanLimits> | null;

  @Column('text') company_name: string;
  @Column('text', { nullable: true }) website: string | null;

  /** Host of the white-label domain, without scheme; one account per host whatever its case. */
  @Column('text', { nullable: true }) vanity_url: string | null;

  /** The API integration's switch: off answers every key with 401 `api_disabled`. */
  @Column('boolean', { default: true }) api_enabled: boolean;

  /** May collect video reviews. */
  @Column('boolean', { default: true }) video: boolean;

  /** May send invitations. */
  @Column('boolean', { default: true }) invite: boolean;

  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_on: Date;
}
