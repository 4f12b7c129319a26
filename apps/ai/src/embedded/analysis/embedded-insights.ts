import {
  type GeneratedInsights,
  type Improvement,
  type InsightsTask,
  severityOf,
  type Statement,
} from '../../generation/generated';
import type { InsightsLanguage } from '../../generation/insights-languages';
import type { AspectFinding, Polarity } from './aspect-finding';
import { aspectFindings } from './aspect-findings';
import { aspectLabel } from './aspect-labels';

/** The most strengths, and the most improvements. */
const MAX_ITEMS = 5;
const MAX_IDS = 100;
/** One customer alone praises by chance. */
const MIN_PRAISE = 2;
/** Criticism below a third of the praise is not worth an improvement. */
const PRAISE_PER_CRITICISM = 3;

/**
 * Returns the aspects that customers praise and criticise most, each with the number of reviews that do so. The same reviews give the
 * same insights.
 */
export function embeddedInsights({ language, reviews }: InsightsTask): GeneratedInsights {
  const findings = aspectFindings(reviews);
  const order = new Map(reviews.map(({ id }, at) => [id, at]));
  const most = (polarity: Polarity, chosen: (finding: AspectFinding) => boolean): AspectFinding[] =>
    findings
      .filter(chosen)
      .sort(
        (a, b) =>
          b[polarity].length - a[polarity].length || newest(a[polarity], order) - newest(b[polarity], order),
      )
      .slice(0, MAX_ITEMS);
  const praised = (minimum: number): AspectFinding[] =>
    most('positive', (one) => one.positive.length >= minimum && one.positive.length > one.negative.length);
  const frequent = praised(MIN_PRAISE);
  const strengths = frequent.length > 0 ? frequent : praised(1);
  const improvements = most('negative', isCriticised);
  return {
    strengths: strengths.map((finding) => statement(finding, 'positive', language)),
    improvements: improvements.map((finding): Improvement => ({
      ...statement(finding, 'negative', language),
      severity: severityOf(finding.negative.length, reviews.length),
    })),
  };
}

/** Returns true if an aspect is criticised so often that praise does not outweigh it. */
export function isCriticised({ positive, negative }: AspectFinding): boolean {
  return negative.length > 0 && negative.length >= positive.length / PRAISE_PER_CRITICISM;
}

function newest(ids: readonly number[], order: ReadonlyMap<number, number>): number {
  return order.get(ids[0] ?? -1) ?? Infinity;
}

function statement(finding: AspectFinding, polarity: Polarity, language: InsightsLanguage): Statement {
  const ids = finding[polarity];
  const label = aspectLabel(finding.aspect, polarity, language);
  return {
    text: `${label.charAt(0).toUpperCase()}${label.slice(1)} (${ids.length})`,
    review_ids: ids.slice(0, MAX_IDS),
  };
}
