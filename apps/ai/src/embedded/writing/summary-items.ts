import type { InsightsLanguage } from '../../generation/insights-languages';
import type { AspectFinding, Polarity } from '../analysis/aspect-finding';
import { aspectLabel } from '../analysis/aspect-labels';
import { isCriticised } from '../analysis/embedded-insights';

/** An aspect that a summary names. */
export interface SummaryItem {
  /** Label and number of reviews, such as `staff and service (7)`. */
  text: string;
  /** All reviews behind it, newest first. */
  ids: readonly number[];
}

/** What to name, the most frequent first. */
export interface SummaryItems {
  praise: SummaryItem[];
  criticism: SummaryItem[];
}

/** Chooses the aspects that most customers praise, and those that many criticise. An aspect may be in both lists. */
export function summaryItems(findings: readonly AspectFinding[], language: InsightsLanguage): SummaryItems {
  const praised = findings.filter(({ positive, negative }) => positive.length > negative.length);
  const criticised = findings.filter(isCriticised);
  return {
    praise: items(praised, 'positive', language),
    criticism: items(criticised, 'negative', language),
  };
}

function items(
  findings: readonly AspectFinding[],
  polarity: Polarity,
  language: InsightsLanguage,
): SummaryItem[] {
  const opposite = polarity === 'positive' ? 'negative' : 'positive';
  const ordered = findings.toSorted(
    (a, b) => b[polarity].length - a[polarity].length || a[opposite].length - b[opposite].length,
  );
  const isRepeated = (ordered[0]?.[polarity].length ?? 0) > 1;
  return ordered
    .filter((finding) => !isRepeated || finding[polarity].length > 1)
    .map(({ aspect, [polarity]: ids }) => ({
      text: `${aspectLabel(aspect, polarity, language)} (${ids.length})`,
      ids,
    }));
}
