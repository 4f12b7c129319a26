import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request for access, a code, or a token that the authorization server issued. None of them can be read from this table. */
@Entity('oauth_records')
@Index('oauth_records_grant_id_idx', ['grant_id'], { where: 'grant_id is not null' })
@Index('oauth_records_expires_on_idx', ['expires_on'])
@Index('oauth_records_client_id_idx', ['client_id'], { where: 'client_id is not null' })
@Index('oauth_records_waiting_idx', ['created_on', 'id'], { where: 'client_id is not null' })
export class OAuthRecordEntity {
  /** SHA-256 of the code or token, or of the id of the request. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'oauth_records_pkey' })
  id: Buffer;

  /** The name that oidc-provider gives to this kind, such as `AccessToken`. */
  @Column('text') model: string;

  /** The access that it belongs to, which is that of a key. Null for a request. */
  @Column('text', { nullable: true }) grant_id: string | null;

  /** The app of a request that waits for a person. Null for a code and a token, which have an access. */
  @Column('text', { nullable: true }) client_id: string | null;

  /** What oidc-provider stores, without the code or token itself. */
  @Column('jsonb') payload: object;

  /** When a code or a refresh token was used, or a request was decided. The second use of a token ends the access. */
  @Column('timestamptz', { nullable: true }) consumed_on: Date | null;

  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
  @Column('timestamptz') expires_on: Date;
}
