import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { ChannelEntity } from '../../channels/channel.entity';
import { TokenLeaseEntity } from './token-lease.entity';

/** Longer than a renewal takes, see OAUTH_SECONDS. After it, another worker may assume that this one is dead. */
const LEASE_SECONDS = 60;

/** Stores the tokens of channels, and who renews them. */
@Injectable()
export class ChannelTokensRepository {
  constructor(private readonly database: Database) {}

  /** Returns the stored credentials, or null if the channel was deleted. */
  read(channelId: number): Promise<Pick<ChannelEntity, 'id' | 'credentials'> | null> {
    return this.database.read((manager) =>
      manager.findOne(ChannelEntity, { select: { id: true, credentials: true }, where: { id: channelId } }),
    );
  }

  /** Returns the id of a new lease, or null if another worker renews the token of the channel. */
  async acquire(channelId: number): Promise<string | null> {
    const [lease] = await this.database.queryWithin<{ lease_id: string }>(
      'background',
      `insert into token_leases as held (channel_id, lease_id, lease_until)
       select id, gen_random_uuid(), clock_timestamp() + make_interval(secs => $2) from channels where id = $1
       on conflict (channel_id) do update set lease_id = excluded.lease_id, lease_until = excluded.lease_until
         where held.lease_until < clock_timestamp()
       returning lease_id`,
      [channelId, LEASE_SECONDS],
    );
    return lease?.lease_id ?? null;
  }

  /** Ends the lease without a change of the tokens. */
  async release(channelId: number, leaseId: string): Promise<void> {
    await this.database.queryWithin(
      'background',
      'delete from token_leases where channel_id = $1 and lease_id = $2',
      [channelId, leaseId],
    );
  }

  /** Stores renewed credentials and ends the lease. Returns false if the lease was lost; nothing is stored then. */
  store(channelId: number, leaseId: string, credentials: Buffer | null): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await queryRows(tx, 'select id from channels where id = $1 for update', [channelId]);
      const held = await tx.delete(TokenLeaseEntity, { channel_id: channelId, lease_id: leaseId });
      if (held.affected === 0) return false;
      await tx.update(ChannelEntity, { id: channelId }, { credentials });
      return true;
    }, 'background');
  }

  /** Stores the credentials of a new sign-in or key. A renewal in progress loses its lease. The channel must be locked. */
  async replace(tx: Tx, channelId: number, credentials: Buffer | null): Promise<void> {
    await tx.delete(TokenLeaseEntity, { channel_id: channelId });
    await tx.update(ChannelEntity, { id: channelId }, { credentials });
  }

  /** Stores the identity of a locked channel, unless another channel has it. */
  async identify(tx: Tx, { id, type, sub_account_id }: ChannelEntity, identity: string): Promise<void> {
    await queryRows(
      tx,
      `update channels set identity = $2 where id = $1 and identity <> $2 and not exists (
         select from channels other where other.sub_account_id = $3 and other.type = $4 and other.identity = $2)`,
      [id, identity, sub_account_id, type],
    );
  }
}
