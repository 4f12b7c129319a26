import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How many mails an account sent to the people of a domain within five minutes. The domain '' counts those to all of them. */
@Entity('server_sends')
@Index('server_sends_server_idx', ['server', 'slot'])
export class ServerSendsEntity {
  @PrimaryColumn('bigint') account_id: number;
  @PrimaryColumn('text') server: string;
  /** When the five minutes begin. */
  @PrimaryColumn('timestamptz') slot: Date;
  @Column('integer') sent: number;
}
