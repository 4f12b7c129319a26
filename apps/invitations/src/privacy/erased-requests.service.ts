import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, IdempotencyKeys, type Tx } from '@plaudit/database';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import type { Cause } from '../lifecycle/sequence';
import { StoredRequestsService } from '../requests/stored-requests.service';
import { erased, type ErasedPerson } from './erasure';
import { ErasuresRepository } from './erasures.repository';

/** Requests per transaction: a person may have thousands, and each transaction must stay short. */
const BATCH = 100;

/** The operation whose kept responses show a request. */
const ADDITION_PATH = '/public/v1/invite/requests/add';

/** Anonymises the requests to a person. */
@Injectable()
export class ErasedRequestsService {
  constructor(
    private readonly database: Database,
    private readonly lifecycle: LifecycleService,
    private readonly erasures: ErasuresRepository,
    private readonly stored: StoredRequestsService,
    private readonly idempotency: IdempotencyKeys,
  ) {}

  /**
   * Suppresses the person in the sub account and anonymises the requests to them, except for messages that are being sent. Returns how
   * many it anonymised.
   */
  async erase(owner: Tenant, person: ErasedPerson, cause: Cause): Promise<number> {
    let count = 0;
    for (;;) {
      const batch = await this.database.transaction((tx) => this.eraseBatch(tx, owner, person, cause));
      count += batch;
      if (batch < BATCH) return count;
    }
  }

  /** Skipping what waits locks the person first, so that no request to them is added or taken meanwhile. */
  private async eraseBatch(tx: Tx, owner: Tenant, person: ErasedPerson, cause: Cause): Promise<number> {
    const subAccountId = owner.sub_account_id;
    await this.lifecycle.skipTo(tx, [{ sub_account_id: subAccountId, ...person }], 'erased', cause);
    await this.erasures.suppress(tx, owner, person);
    const rows = await this.erasures.lockRequests(tx, subAccountId, person, BATCH);
    await this.stored.update(
      tx,
      rows.map((row) => erased(row, cause)),
    );
    const ids = rows.map(({ id }) => id);
    await this.erasures.eraseLogs(tx, ids);
    // The kept response to adding a request shows its recipient to every repeat.
    await this.idempotency.forget(tx, { subAccountId, path: ADDITION_PATH }, ids);
    return rows.length;
  }
}
