import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { ChannelEntity } from '../../channels/channel.entity';

/** Says which worker renews the access token of a channel, because a refresh token may be spent only once. */
@Entity('token_leases')
export class TokenLeaseEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'token_leases_pkey' }) channel_id: number;

  @OneToOne(() => ChannelEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'token_leases_channel_id_fkey' })
  channel?: ChannelEntity;

  @Column('uuid') lease_id: string;
  @Column('timestamptz') lease_until: Date;
}
