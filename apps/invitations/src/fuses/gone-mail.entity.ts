import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A mail that came back because the mailbox does not exist. */
@Entity('gone_mails')
@Index('gone_mails_account_idx', ['account_id', 'sent_on'])
@Index('gone_mails_server_idx', ['server', 'sent_on'])
@Index('gone_mails_fuse_idx', { synchronize: false })
export class GoneMailEntity {
  @PrimaryColumn('bigint') request_id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** The domain of the recipient. */
  @Column('text') server: string;
  /** When it was sent, or refused. */
  @Column('timestamptz') sent_on: Date;
  /** The fuse that waits for a decision about its person. */
  @Column('bigint', { nullable: true }) fuse_id: number | null;
}
