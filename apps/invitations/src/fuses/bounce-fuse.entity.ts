import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * So many mails came back as unknown that people are not suppressed any more until a person of the sub account decides. `server` is
 * the domain of the recipients; null concerns all mails.
 */
@Entity('bounce_fuses')
@Index('bounce_fuses_open_key', { synchronize: false })
@Index('bounce_fuses_scope_idx', ['sub_account_id', 'server', 'id'])
export class BounceFuseEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text', { nullable: true }) server: string | null;
  /** Mails from then on were counted. */
  @Column('timestamptz') counted_from: Date;
  @Column('timestamptz') blown_on: Date;
  @Column('integer') mails: number;
  @Column('integer') gone: number;
  /** When the decision was carried out. Until then the fuse is out. */
  @Column('timestamptz', { nullable: true }) decided_on: Date | null;
  /** The decision: whether the people are suppressed. Null until a person has decided. */
  @Column('boolean', { nullable: true }) suppress: boolean | null;
  /** Whether those are allowed again who were suppressed before the fuse was blown. */
  @Column('boolean', { default: false }) undo: boolean;
  /** People whom the decision suppressed. */
  @Column('integer', { default: 0 }) suppressed: number;
  /** People whom the decision allowed again. */
  @Column('integer', { default: 0 }) undone: number;
}
