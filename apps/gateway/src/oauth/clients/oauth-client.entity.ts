import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AppRegistration } from '../../keys/key.entity';

/** An app that may ask for access. A person's access is a row of `keys`. */
@Entity('oauth_clients')
@Check('oauth_clients_registered_check', "registered in ('dynamic', 'document', 'operator')")
@Index('oauth_clients_expires_on_idx', ['expires_on'])
@Index('oauth_clients_unused_idx', ['registered', 'created_on'], { where: 'granted_on is null' })
export class OAuthClientEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'oauth_clients_pkey' })
  id: string;

  @Column('text') registered: AppRegistration;

  /** The metadata of RFC 7591 that the app was registered with, without its secret. */
  @Column('jsonb') metadata: Record<string, unknown>;

  /** The encrypted secret of a confidential app. Null for a public one. */
  @Column('bytea', { nullable: true }) secret_enc: Buffer | null;

  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;

  /** When a person first gave the app access. */
  @Column('timestamptz', { nullable: true }) granted_on: Date | null;

  /** When an unused registration is deleted, or a document is read again. Null if that never happens. */
  @Column('timestamptz', { nullable: true }) expires_on: Date | null;
}
