import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Tenant } from '@plaudit/contracts';
import { type Creation, Database } from '@plaudit/database';
import { MAX_POSITION, type ReviewViewChangeInput, type ReviewViewInput } from './review-views.dto';
import { type ReviewView, ReviewViewsRepository } from './review-views.repository';
import { viewFilters } from './view-filters';

/** The most views of one sub account. GET /reviews/views returns all of them. */
export const MAX_VIEWS = 50;

/** Saves, changes and deletes the views of a sub account. */
@Injectable()
export class ReviewViewsService {
  constructor(
    private readonly database: Database,
    private readonly views: ReviewViewsRepository,
  ) {}

  list(tenant: Tenant): Promise<ReviewView[]> {
    return this.views.list(tenant);
  }

  /** Throws 400 if GET /reviews/get would refuse the filters, or if the sub account has the maximum of views. */
  async add<Body>(
    tenant: Tenant,
    input: ReviewViewInput,
    creation: Creation<ReviewView, Body>,
  ): Promise<Body> {
    const { name } = input;
    const filters = viewFilters(input.filters);
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        const { count, last } = await this.views.lockEnd(tx, tenant);
        if (count >= MAX_VIEWS) throw tooManyViews();
        const position = input.position ?? Math.min(last + 1, MAX_POSITION);
        return this.views.insert(tx, tenant, { name, filters, position });
      }),
    );
  }

  /** Throws 404 unless the sub account has the view, and 400 as {@link add}. */
  async update(tenant: Tenant, id: number, input: ReviewViewChangeInput): Promise<ReviewView> {
    const view = await this.views.update(tenant, id, {
      name: input.name,
      filters: input.filters === undefined ? undefined : viewFilters(input.filters),
      position: input.position,
    });
    if (!view) throw notFound('view', id);
    return view;
  }

  /** Throws 404 unless the sub account has the view. */
  async delete(tenant: Tenant, id: number): Promise<void> {
    if (!(await this.views.delete(tenant, id))) throw notFound('view', id);
  }
}

function tooManyViews(): ApiError {
  return new ApiError(
    'validation_failed',
    `The sub account has ${MAX_VIEWS} views, which is the maximum; delete one that is not needed.`,
  );
}
