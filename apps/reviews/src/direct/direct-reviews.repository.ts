import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';

/** Finds the reviews that recipients of invitations wrote. */
@Injectable()
export class DirectReviewsRepository {
  /** Returns true if the invitation has its review, or if a review of the source has the external id of this review. */
  async isStored(
    tx: Tx,
    subAccountId: number,
    sourceId: number,
    { invite_id, external_id }: { invite_id: number; external_id: string },
  ): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `select 1 as one from reviews where sub_account_id = $1 and invite_id = $2
       union all select 1 from reviews where source_id = $3 and external_id = $4`,
      [subAccountId, invite_id, sourceId, external_id],
    );
    return rows.length > 0;
  }
}
