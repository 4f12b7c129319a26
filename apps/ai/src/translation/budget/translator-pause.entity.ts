import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A translator that said that an account's quota is used up. It is not asked again until then. */
@Entity('translator_pauses')
export class TranslatorPauseEntity {
  @PrimaryColumn('bigint') account_id: number;
  /** Identifies the translator and its key. */
  @PrimaryColumn('text') translator: string;
  @Column('timestamptz') paused_until: Date;
}
