import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import { type Creation, Database, type Tx } from '@plaudit/database';
import { type BulkResult, bulkSummary, Clock } from '@plaudit/runtime';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import type { SuppressedRecipient, SuppressionImport } from './suppression-import';
import { keyOf, SuppressionsRepository } from './suppressions.repository';

/** People of one transaction. Each of them is locked, and Postgres keeps the locks in memory. */
const BATCH = 250;

type Person = SuppressedRecipient & Tenant;

/** The ids of the entries by {@link keyOf}, and how many of them are new. */
interface Imported {
  ids: Map<string, number>;
  inserted: number;
}

/** Adds many people to the list at once. */
@Injectable()
export class SuppressionImportsService {
  constructor(
    private readonly database: Database,
    private readonly suppressions: SuppressionsRepository,
    private readonly lifecycle: LifecycleService,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the people batch by batch and skips the pending requests to them. A person who is in the list already, or in the import
   * twice, is valid and gets the id of that entry. An import that fails in the middle can be sent again.
   */
  async import<Body>(
    tenant: Tenant,
    { entries, validateOnly }: SuppressionImport,
    creation: Creation<BulkResult, Body>,
  ): Promise<Body> {
    const { account_id, sub_account_id } = tenant;
    const people = entries.map((entry) =>
      entry instanceof ApiError ? entry : { ...entry, account_id, sub_account_id },
    );
    const imported = validateOnly
      ? { ids: new Map<string, number>(), inserted: 0 }
      : await this.addAll(people.flatMap((person) => (person instanceof ApiError ? [] : [person])));
    const outcomes = people.map((person) =>
      person instanceof ApiError ? person : withId(imported.ids.get(keyOf(person))),
    );
    const result = { ...bulkSummary(outcomes, validateOnly), inserted: imported.inserted };
    return this.database.transaction((tx) => creation.once(tx, async () => result));
  }

  private async addAll(people: readonly Person[]): Promise<Imported> {
    const distinct = [...new Map(people.map((person) => [keyOf(person), person])).values()];
    const ids = new Map<string, number>();
    let inserted = 0;
    for (let begin = 0; begin < distinct.length; begin += BATCH) {
      const batch = distinct.slice(begin, begin + BATCH);
      const added = await this.database.transaction((tx) => this.addBatch(tx, batch));
      for (const [key, id] of added.ids) ids.set(key, id);
      inserted += added.inserted;
    }
    return { ids, inserted };
  }

  private async addBatch(tx: Tx, people: readonly Person[]): Promise<Imported> {
    await this.lifecycle.skipTo(tx, people, 'manual', { at: this.clock.now() });
    const inserted = await this.suppressions.addAll(
      tx,
      people.map((person) => ({ ...person, reason: 'manual' as const, source_request_id: null })),
    );
    return { ids: await this.suppressions.idsOf(tx, people), inserted };
  }
}

function withId(id: number | undefined): { id: number } | null {
  return id === undefined ? null : { id };
}
