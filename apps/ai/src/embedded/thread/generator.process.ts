import { embeddedInsights } from '../analysis/embedded-insights';
import { embeddedReply } from '../replies/embedded-reply';
import { suggestedTags } from '../tags/suggested-tags';
import { embeddedSummary } from '../writing/embedded-summary';

/** The works of the thread of {@link EmbeddedGeneratorService}, by the names of `TextGenerator`. */
export const summary = embeddedSummary;
export const insights = embeddedInsights;
export const reply = embeddedReply;
export const tags = suggestedTags;

/** Does nothing. The response shows that the thread has started and loaded its data. */
export function start(): void {}
