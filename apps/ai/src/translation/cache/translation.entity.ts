import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A translation of one text for one account. */
@Entity('translations')
@Index('translations_text_hash_idx', ['account_id', 'text_hash'])
@Index('translations_expires_on_idx', ['expires_on'])
export class TranslationEntity {
  @PrimaryColumn('bigint') account_id: number;
  /** SHA-256 of the translator, its model, the source and target languages, and the text. */
  @PrimaryColumn('bytea') key: Buffer;
  /** SHA-256 of the source text. The translations of a text that is edited or deleted are found by it. */
  @Column('bytea') text_hash: Buffer;
  @Column('text') translation: string;
  @Column('timestamptz') expires_on: Date;
}
