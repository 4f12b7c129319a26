import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a sub account signs the drafts of its replies. A sub account without a row signs with the name of the business. */
@Entity('reply_settings')
export class ReplySettingsEntity {
  @PrimaryColumn('bigint') account_id: number;
  @PrimaryColumn('bigint') sub_account_id: number;
  /** Empty: drafts have no signature. */
  @Column('text') signature: string;
}
