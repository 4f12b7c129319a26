import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many characters an account had translated in a UTC month. */
@Entity('translation_months')
export class TranslationMonthEntity {
  @PrimaryColumn('bigint') account_id: number;
  /** First day of the month. */
  @PrimaryColumn('date') month: string;
  @Column('bigint') characters: number;
}
