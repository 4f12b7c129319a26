import type { ReplyTone } from '../../generation/generated';
import { isInsightsLanguage } from '../../generation/insights-languages';
import { filled } from '../localized-text';
import { chosenPhrase, REPLY_TEXTS, toneTexts } from './reply-texts';

/** What stands around the text of a reply. No model reads it. */
export interface ReplyFrame {
  reviewId: number;
  /** The language in which the reply is written, as ISO 639-1. */
  language: string;
  tone: ReplyTone;
  /** The first name of the reviewer; null if it is not known. */
  firstName: string | null;
  /** Null: the name of the business signs. Empty: nobody signs, and there are no closing words. */
  signature: string | null;
  business: string;
}

/**
 * Puts a greeting and a signature around the text of a reply. In a language without words of ours, the greeting is the name, and the
 * signature has no closing words.
 */
export function framedReply(body: string, frame: ReplyFrame): string {
  return [greetingOf(frame), body.trim(), signatureOf(frame)].filter((part) => part !== '').join('\n\n');
}

function greetingOf({ reviewId, language, tone, firstName }: ReplyFrame): string {
  if (!isInsightsLanguage(language)) return firstName === null ? '' : `${firstName},`;
  const { greeting, greeting_by_name } = toneTexts(REPLY_TEXTS[language], tone);
  if (firstName === null) return chosenPhrase(greeting, 'greeting', reviewId);
  return filled(chosenPhrase(greeting_by_name, 'greeting', reviewId), { name: firstName });
}

function signatureOf({ reviewId, language, tone, signature, business }: ReplyFrame): string {
  const signed = signature ?? business.replaceAll(/\s+/g, ' ').trim();
  if (signed === '' || !isInsightsLanguage(language)) return signed;
  const { sign_off } = toneTexts(REPLY_TEXTS[language], tone);
  return `${chosenPhrase(sign_off, 'sign_off', reviewId)}\n${signed}`;
}
