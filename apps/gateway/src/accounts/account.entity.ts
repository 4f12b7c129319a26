import type { PlanLimits } from '@plaudit/contracts';
import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { PLAN_NAMES, type PlanName } from '../plans/plans';

export const APP_POLICIES = ['all', 'listed', 'off'] as const;
export type AppPolicy = (typeof APP_POLICIES)[number];

/** A customer. It has a plan, and its sub accounts share its settings. */
@Entity('accounts')
@Check('accounts_oauth_policy_check', "oauth_policy in ('all', 'listed', 'off')")
@Check('accounts_plan_check', `plan in (${PLAN_NAMES.map((name) => `'${name}'`).join(', ')})`)
export class AccountEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'accounts_pkey',
  })
  id: number;

  /** Increases by one with every event about the account. */
  @Column('integer', { default: 1 }) version: number;

  @Column('text') plan: PlanName;

  /** The limits that differ from the plan's. */
  @Column('jsonb', { nullable: true }) limits: Partial<PlanLimits> | null;

  @Column('text') company_name: string;
  @Column('text', { nullable: true }) website: string | null;

  /** The IANA name of the zone of reports and send windows that have none of their own, or null. */
  @Column('text', { nullable: true }) time_zone: string | null;

  /** Host of the white-label domain, without scheme. It is in use while `vanity_domains` has it verified. */
  @Column('text', { nullable: true }) vanity_url: string | null;

  /** When false, every key of the account gets 401 `api_disabled`. */
  @Column('boolean', { default: true }) api_enabled: boolean;

  /** When true, admins without two-factor sign-in can only set it up. Keys are not affected. */
  @Column('boolean', { default: false }) require_two_factor: boolean;

  /** Which apps may be connected and used. */
  @Column('text', { default: 'all' }) oauth_policy: AppPolicy;

  /** The apps of the policy `listed`: ids of clients, and hosts of metadata documents. */
  @Column('text', { array: true, default: () => "'{}'" }) oauth_allowed_apps: string[];

  /** Whether the account may collect video reviews. */
  @Column('boolean', { default: true }) video: boolean;

  /** Whether the account may send invitations. */
  @Column('boolean', { default: true }) invite: boolean;

  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_on: Date;
}
