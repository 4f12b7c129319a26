import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name of a settings profile as the newest event about one of its invitations spelled it. */
@Entity('invite_settings')
export class InviteSettingsEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') name: string;
  /** Time of the event that the name comes from. */
  @Column('timestamptz') named_on: Date;
}
