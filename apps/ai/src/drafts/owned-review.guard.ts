import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { IdParam } from '@plaudit/runtime';
import type { SourceReview } from '../generation/source-review';
import { ChannelReviewsReadModel } from '../reviews/channel-reviews.read-model';

/** A review of the caller's sub account. Its `channel_id` is 0 without a channel. */
export interface KnownReview extends SourceReview {
  channel_id: number;
}

interface ReviewRequest {
  params: { id: string };
  principal?: Principal;
  review?: KnownReview;
}

/** Refuses a request with 404 unless the review in its path belongs to the caller, before its body is checked. */
@Injectable()
export class OwnedReviewGuard implements CanActivate {
  private readonly id = new IdParam();

  constructor(private readonly reviews: ChannelReviewsReadModel) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ReviewRequest>();
    const id = this.id.transform(request.params.id);
    const { sub_account_id } = request.principal as Principal;
    const review = await this.reviews.one(sub_account_id, id);
    if (!review) throw unknownReview(id);
    request.review = review;
    return true;
  }
}

/** A review that was added a moment ago is unknown until its event has arrived. */
function unknownReview(id: number): ApiError {
  const msg = `No review with id ${id} belongs to this sub account. If it was added a moment ago, try again shortly.`;
  return new ApiError('not_found', msg);
}

/** Passes the review that {@link OwnedReviewGuard} found to a parameter of a controller's method. */
export const OwnedReview = createParamDecorator((_data: unknown, context: ExecutionContext): KnownReview => {
  const { review } = context.switchToHttp().getRequest<ReviewRequest>();
  if (!review) throw new Error('@OwnedReview needs the OwnedReviewGuard');
  return review;
});
