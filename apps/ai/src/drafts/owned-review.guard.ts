import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { IdParam } from '@plaudit/runtime';
import type { KnownReview } from './known-review';
import { OwnedReviewsService } from './owned-reviews.service';

interface ReviewRequest {
  params: { id: string };
  principal?: Principal;
  review?: KnownReview;
}

/** Refuses a request with 404 unless the review in its path belongs to the caller, before its body is checked. */
@Injectable()
export class OwnedReviewGuard implements CanActivate {
  private readonly id = new IdParam();

  constructor(private readonly reviews: OwnedReviewsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ReviewRequest>();
    const id = this.id.transform(request.params.id);
    request.review = await this.reviews.get(id, request.principal as Principal);
    return true;
  }
}

/** Passes the review that {@link OwnedReviewGuard} found to a parameter of a controller's method. */
export const OwnedReview = createParamDecorator((_data: unknown, context: ExecutionContext): KnownReview => {
  const { review } = context.switchToHttp().getRequest<ReviewRequest>();
  if (!review) throw new Error('@OwnedReview needs the OwnedReviewGuard');
  return review;
});
