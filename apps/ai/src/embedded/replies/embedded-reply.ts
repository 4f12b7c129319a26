import type { GeneratedReply, ReplyTask } from '../../generation/generated';
import { type InsightsLanguage, isInsightsLanguage } from '../../generation/insights-languages';
import type { Aspect, AspectMention, Polarity } from '../analysis/aspect-finding';
import { aspectLabel } from '../analysis/aspect-labels';
import { mentionsOf } from '../analysis/review-mentions';
import { filled, listed } from '../localized-text';
import { chosenPhrase, type Mood, REPLY_TEXTS, toneTexts } from './reply-texts';

/** The most aspects that one sentence names. */
const MAX_ASPECTS = 3;

/** What a review praises and criticises. No aspect is in both lists. */
interface Opinions {
  praised: Aspect[];
  criticised: Aspect[];
}

/**
 * Writes the answer of an owner without greeting and signature: thanks, what the review praises and criticises, and an invitation. It states nothing that the
 * review does not say, and promises nothing. The id of the review chooses among the phrasings, so that the same task has the same
 * answer and two reviews rarely have. A language that we do not write becomes English.
 */
export function embeddedReply({ review, language, tone }: ReplyTask): GeneratedReply {
  const written = isInsightsLanguage(language) ? language : 'en';
  // Without the stars: five of them turn a mere mention into praise, and the review does not say that.
  const opinions = opinionsOf(mentionsOf({ ...review, star: null }));
  const mood = moodOf(review.star, opinions);
  const texts = toneTexts(REPLY_TEXTS[written], tone);
  const phrase = (slot: string, phrasings: readonly string[]) => chosenPhrase(phrasings, slot, review.id);
  const body = [
    phrase('thanks', texts.thanks[mood]),
    ...opinionSentences(mood, opinions, {
      praise: (aspects) => named(phrase('praise', texts.praise), aspects, 'positive', written),
      criticism: (aspects) => named(phrase('criticism', texts.criticism), aspects, 'negative', written),
      content: () => phrase('content', texts.content),
      discontent: () => phrase('discontent', texts.discontent),
    }),
    mood === 'positive' ? phrase('return', texts.return) : phrase('contact', texts.contact),
  ];
  return { text: body.join(' ') };
}

function opinionsOf(mentions: readonly AspectMention[]): Opinions {
  const of = (wanted: Polarity) =>
    mentions.filter(({ polarity }) => polarity === wanted).map(({ aspect }) => aspect);
  const criticised = [...new Set(of('negative'))];
  const praised = [...new Set(of('positive'))].filter((aspect) => !criticised.includes(aspect));
  return { praised: praised.slice(0, MAX_ASPECTS), criticised: criticised.slice(0, MAX_ASPECTS) };
}

/** The stars decide. Without stars, the text does. */
function moodOf(star: number | null, { praised, criticised }: Opinions): Mood {
  const balance = star === null ? balanceOf(praised, criticised) : Math.round(star) - 3;
  if (balance === 0) return 'mixed';
  return balance > 0 ? 'positive' : 'negative';
}

/** A review that praises and criticises is mixed, however much of each it says. */
function balanceOf(praised: readonly Aspect[], criticised: readonly Aspect[]): number {
  return Math.sign(praised.length) - Math.sign(criticised.length);
}

interface OpinionPhrases {
  praise(aspects: readonly Aspect[]): string;
  criticism(aspects: readonly Aspect[]): string;
  content(): string;
  discontent(): string;
}

/** Answers what the review says first: a contented customer's praise, another one's criticism. */
function opinionSentences(mood: Mood, { praised, criticised }: Opinions, phrases: OpinionPhrases): string[] {
  const praise = praised.length > 0 ? [phrases.praise(praised)] : [];
  const criticism = criticised.length > 0 ? [phrases.criticism(criticised)] : [];
  if (praise.length + criticism.length === 0)
    return [mood === 'positive' ? phrases.content() : phrases.discontent()];
  return mood === 'positive' ? [...praise, ...criticism] : [...criticism, ...praise];
}

function named(
  template: string,
  aspects: readonly Aspect[],
  polarity: Polarity,
  language: InsightsLanguage,
): string {
  const labels = aspects.map((aspect) => aspectLabel(aspect, polarity, language));
  const { and, as_well_as } = REPLY_TEXTS[language];
  const isPair = labels.some((label) => label.includes(` ${and} `));
  return filled(template, { aspects: listed(labels, isPair ? as_well_as : and) });
}
