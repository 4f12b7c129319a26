import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { LadderService, type Write } from '../generation/ladder.service';
import type { Written } from '../generation/written';
import { GenerationBudgetService } from '../generations/generation-budget.service';

/** A draft and the time at which it was written. */
export interface Draft<T> extends Written<T> {
  generated_on: string;
}

/** Writes drafts, which are counted and not stored. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly budget: GenerationBudgetService,
    private readonly ladder: LadderService,
    private readonly clock: Clock,
  ) {}

  /** Throws 429 if the account has used up its generations of today. */
  async write<T>(principal: Principal, kind: 'reply' | 'tags', write: Write<T>): Promise<Draft<T>> {
    const order = { account_id: principal.account_id, kind, writer: 'configured' as const };
    const spender = this.budget.spenderOf(principal);
    const written = await this.budget.spend(spender, () => this.ladder.write(order, write));
    return { ...written, generated_on: this.clock.now().toISOString() };
  }
}
