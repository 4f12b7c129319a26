import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { ChannelsReadModel } from '../channels/channels.read-model';
import type { ReplyTone } from '../generation/generated';
import { LadderService } from '../generation/ladder.service';
import { framedReply } from '../embedded/replies/reply-frame';
import { DraftsService } from './drafts.service';
import type { KnownReview } from './known-review';
import { firstNameOf } from './first-name';
import { embeddedLanguage, languageToReplyIn } from './reply-language';
import { ReviewsClient } from './reviews.client';
import { ReplySettingsService } from './settings/reply-settings.service';

/** How a reply should be. */
export interface ReplyWish {
  tone: ReplyTone;
  /** ISO 639-1. Without it, the reply has the language of the review. */
  language?: string;
}

export interface ReplyDraft {
  id: number;
  reply: string;
  language: string;
  tone: ReplyTone;
  model: string;
  fallback: boolean;
  generated_on: string;
}

/** Drafts the owner's replies to reviews. The provider writes the text. The greeting and the signature, which have names, are added here. */
@Injectable()
export class ReplyDraftsService {
  constructor(
    private readonly channels: ChannelsReadModel,
    private readonly ladder: LadderService,
    private readonly drafts: DraftsService,
    private readonly reviews: ReviewsClient,
    private readonly settings: ReplySettingsService,
  ) {}

  /** Throws 400 for a language that the provider of the account cannot write, and 429 if the daily cap is reached. */
  async write(principal: Principal, review: KnownReview, wish: ReplyWish): Promise<ReplyDraft> {
    const language = await this.languageOf(principal.account_id, review, wish);
    const { tone } = wish;
    const channel = await this.channels.find(review.channel_id, principal);
    const business = channel?.name ?? '';
    const task = { review, language, tone, business };
    const [draft, author, signature] = await Promise.all([
      this.drafts.write(principal, 'reply', (generator) => generator.reply(task)),
      this.reviews.findAuthor(review.id),
      this.settings.signature(principal),
    ]);
    const { value, model, fallback, generated_on } = draft;
    const written = fallback ? embeddedLanguage(language) : language;
    const frame = {
      reviewId: review.id,
      language: written,
      tone,
      firstName: firstNameOf(author),
      signature,
      business,
    };
    const reply = framedReply(value.text, frame);
    return { id: review.id, reply, language: written, tone, model, fallback, generated_on };
  }

  private async languageOf(accountId: number, review: KnownReview, { language }: ReplyWish): Promise<string> {
    if (language === undefined) return languageToReplyIn(review, await this.ladder.hasModel(accountId));
    await this.ladder.assertWrites(accountId, language);
    return language;
  }
}
