import type { Maker, PlanLimits, PrincipalNames } from '@plaudit/contracts';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/**
 * `waiting`: the user has not signed in yet, or has not confirmed who gets the channel. `choosing`: the user, or a client,
 * has to choose profiles. The other two are final.
 */
export const CONNECTION_STATUSES = ['waiting', 'choosing', 'connected', 'failed'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** Who asked for a sign-in, and which company and sub account get the channel, by their names at that time. */
export interface AskedBy extends PrincipalNames, Pick<Maker, 'type' | 'id'> {}

/** An attempt to connect a channel by signing in to its platform. It is deleted when it expires. */
@Entity('oauth_connections')
@Unique('oauth_connections_state_hash_key', ['state_hash'])
@Unique('oauth_connections_choice_hash_key', ['choice_hash'])
@Index('oauth_connections_owner_idx', ['sub_account_id'])
@Index('oauth_connections_expires_on_idx', ['expires_on'])
@Check('oauth_connections_status_check', "status in ('waiting', 'choosing', 'connected', 'failed')")
export class OAuthConnectionEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'oauth_connections_pkey',
  })
  id: number;

  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;

  /** The plan limits of the caller who asked for the sign-in URL. The callback of the platform has no caller. */
  @Column('jsonb') limits: PlanLimits;

  /** Platform slug. */
  @Column('text') type: string;
  @Column('text', { nullable: true }) subdomain: string | null;

  /** The channel whose tokens are replaced. Null if a new channel is connected. */
  @Column('bigint', { nullable: true }) reconnects: number | null;

  /**
   * The session of the dashboard in which the sign-in began. Null if a key asked for it, and after the platform sent another
   * browser back: then the person at the browser has to confirm who gets the channel.
   */
  @Column('text', { nullable: true }) session_ref: string | null;

  /** Null in connections that began under an earlier release. They cannot be continued. */
  @Column('jsonb', { nullable: true }) asked_by: AskedBy | null;

  @Column('text', { default: 'waiting' }) status: ConnectionStatus;

  /** The SHA-256 of the `state` parameter. Null after its first use. */
  @Column('bytea', { nullable: true }) state_hash: Buffer | null;
  /** The SHA-256 of the token in the form of the page that the user sees. */
  @Column('bytea', { nullable: true }) choice_hash: Buffer | null;

  /** The code of the sign-in, or the tokens with the profiles that they can read, as encrypted JSON. */
  @Column('bytea', { nullable: true }) access: Buffer | null;

  @Column('bigint', { nullable: true }) channel_id: number | null;
  /** Why the connection failed. */
  @Column('text', { nullable: true }) error_msg: string | null;

  @Column('timestamptz') expires_on: Date;
  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
}
