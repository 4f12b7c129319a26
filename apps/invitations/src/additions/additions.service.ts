import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import { type Creation, Database, type Tx } from '@plaudit/database';
import { type BulkResult, bulkSummary } from '@plaudit/runtime';
import type { ActivitySource } from '../activity/activity';
import type { NewRequest, RequestRow } from '../requests/request-rows';
import { RequestsRepository } from '../requests/requests.repository';
import { StoredRequestsService } from '../requests/stored-requests.service';
import type { Addition } from './addition';
import { AdditionCandidatesService, type Inviter } from './addition-candidates.service';
import { AdditionChecksService, type Known } from './addition-checks.service';
import type { Accepted, Verdict } from './addition-verdicts';
import type { ReadBulk } from './bulk-items';
import { firstMessage, remindersOf } from './new-requests';

/** Who adds requests, and through what. */
export interface AdditionCaller {
  inviter: Inviter;
  source: ActivitySource;
  now: Date;
}

/** A stored request, or why there is none. */
type Stored = ApiError | { id: number; isNew: boolean };

/** Adds requests. */
@Injectable()
export class AdditionsService {
  constructor(
    private readonly database: Database,
    private readonly checks: AdditionChecksService,
    private readonly candidates: AdditionCandidatesService,
    private readonly stored: StoredRequestsService,
    private readonly requests: RequestsRepository,
  ) {}

  /** Adds one request, or finds the one with the same reference. Throws 400 or 402 if it may not be added. */
  async addOne<Body>(
    caller: AdditionCaller,
    addition: Addition,
    creation: Creation<RequestRow, Body>,
  ): Promise<Body> {
    const known = await this.checks.check(caller, [addition]);
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        const [stored] = await this.store(tx, caller, [addition], known);
        if (stored instanceof ApiError) throw stored;
        return (await this.requests.find(tx, (stored as { id: number }).id)) as RequestRow;
      }),
    );
  }

  /** Adds the requests that may be added, and returns for each of the others why not. With `validateOnly` nothing is stored. */
  async addMany<Body>(
    caller: AdditionCaller,
    { items, validateOnly }: ReadBulk,
    creation: Creation<BulkResult, Body>,
  ): Promise<Body> {
    const readable = items.filter((item): item is Addition => !(item instanceof ApiError));
    const known = await this.checks.check(caller, readable);
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        const outcomes = validateOnly
          ? errorsIn(
              await this.candidates.verdicts(tx, caller.inviter, readable, { ...known, isDryRun: true }),
            )
          : await this.store(tx, caller, readable, known);
        const rest = outcomes.values();
        const all = items.map((item) => (item instanceof ApiError ? item : rest.next().value));
        const inserted = outcomes.filter((one) => one !== null && 'isNew' in one && one.isNew).length;
        return { ...bulkSummary(all, validateOnly), inserted };
      }),
    );
  }

  /** Returns for each addition, in order, the stored request or the error. */
  private async store(
    tx: Tx,
    { inviter, source }: AdditionCaller,
    additions: readonly Addition[],
    known: Known,
  ): Promise<Stored[]> {
    const verdicts = await this.candidates.verdicts(tx, inviter, additions, { ...known, isDryRun: false });
    const accepted = verdicts.filter(isAccepted);
    const { account_id, sub_account_id }: Tenant = inviter;
    const roots = await this.stored.insert(
      tx,
      accepted.map((one) => firstMessage({ account_id, sub_account_id }, one)),
      source,
    );
    const reminders = roots.flatMap((root, place): NewRequest[] =>
      remindersOf(root, accepted[place] as Accepted),
    );
    await this.stored.insert(tx, reminders, source);
    const ids = roots.map(({ id }) => id).values();
    return idsOf(verdicts, ids);
  }
}

function errorsIn(verdicts: readonly Verdict[]): (ApiError | null)[] {
  return verdicts.map((verdict) => (verdict instanceof ApiError ? verdict : null));
}

function isAccepted(verdict: Verdict): verdict is Accepted {
  return !(verdict instanceof ApiError) && 'addition' in verdict;
}

/** Returns the outcome of each verdict. `ids` are those of the accepted ones, in order. */
function idsOf(verdicts: readonly Verdict[], ids: Iterator<number>): Stored[] {
  const outcomes: Stored[] = [];
  for (const verdict of verdicts) {
    if (verdict instanceof ApiError) outcomes.push(verdict);
    else if ('existing' in verdict) outcomes.push({ id: verdict.existing, isNew: false });
    else if ('sameAs' in verdict) {
      const { id } = outcomes[verdict.sameAs] as { id: number };
      outcomes.push({ id, isNew: false });
    } else outcomes.push({ id: ids.next().value as number, isNew: true });
  }
  return outcomes;
}
