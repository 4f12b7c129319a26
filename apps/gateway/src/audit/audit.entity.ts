import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const AUDIT_ACTOR_TYPES = ['key', 'user', 'operator', 'anonymous'] as const;
export type AuditActorType = (typeof AUDIT_ACTOR_TYPES)[number];

/**
 * One change of an account, one sign-in of a user or one refusal, with its actor. Rows can only be added: a trigger refuses
 * every other statement except the purge of old rows.
 */
@Entity('audit')
@Check('audit_actor_type_check', "actor_type in ('key', 'user', 'operator', 'anonymous')")
@Index('audit_account_id_idx', ['account_id', 'id'])
@Index('audit_action_idx', ['account_id', 'action', 'id'])
@Index('audit_target_idx', ['account_id', 'target_type', 'target_id', 'id'])
@Index('audit_account_created_on_idx', ['account_id', 'created_on', 'id'])
@Index('audit_created_on_idx', ['created_on'])
export class AuditEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'audit_pkey',
  })
  id: number;

  @Column('bigint') account_id: number;

  /** `operator` is a command on the server. `anonymous` is a person who is not signed in. */
  @Column('text') actor_type: AuditActorType;
  @Column('bigint', { nullable: true }) actor_id: number | null;

  /** Name of the key or email of the user at that time, because either may be deleted later. */
  @Column('text', { nullable: true }) actor_name: string | null;

  /** For example `user.created`, `account.updated` or `user.signed_in`. */
  @Column('text') action: string;
  @Column('text') target_type: string;
  @Column('bigint', { nullable: true }) target_id: number | null;

  /** The changed fields before the change. Null for a new object. Never a secret. */
  @Column('jsonb', { nullable: true }) before: object | null;

  /** The changed fields after the change. Null for a deleted object. Never a secret. */
  @Column('jsonb', { nullable: true }) after: object | null;

  @Column('text', { nullable: true }) request_id: string | null;

  /** Address of the client. Null for a command on the server. */
  @Column('text', { nullable: true }) address: string | null;

  /** User-Agent of the client, at most 255 characters. */
  @Column('text', { nullable: true }) agent: string | null;

  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
}

/** Where a request came from. All of it is null outside a request. */
export type RequestOrigin = Pick<AuditEntity, 'request_id' | 'address' | 'agent'>;
