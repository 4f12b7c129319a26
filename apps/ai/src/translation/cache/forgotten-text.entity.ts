import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A text that an account edited or erased a moment ago. A translation of it that is still under way is not stored when it
 * arrives. Kept for minutes, because no translation takes longer.
 */
@Entity('forgotten_texts')
@Index('forgotten_texts_forgotten_on_idx', ['forgotten_on'])
export class ForgottenTextEntity {
  @PrimaryColumn('bigint') account_id: number;
  /** SHA-256 of the text. */
  @PrimaryColumn('bytea') text_hash: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) forgotten_on: Date;
}
