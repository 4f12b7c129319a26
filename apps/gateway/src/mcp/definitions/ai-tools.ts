import { CHANGES, READS, type ToolDefinition } from './tool-definition';

const CHANNEL_ID = { id: 'Id of a channel, as list_channels returns it' };

/** The tools for summaries and insights, in the order in which clients see them. */
export const AI_TOOLS: readonly ToolDefinition[] = [
  {
    name: 'get_ai_summary',
    operationId: 'getSummary',
    effect: READS,
    title: 'Get the summary of a channel',
    description:
      'What the reviews of one channel say, in a few sentences, with the ids of the reviews behind each statement. The first call for a channel writes it. stale says that newer reviews are not in it yet.',
    arguments: CHANNEL_ID,
    example: { id: 1 },
  },
  {
    name: 'regenerate_ai_summary',
    operationId: 'regenerateSummary',
    effect: CHANGES,
    title: 'Write the summary of a channel anew',
    description:
      'Replaces the summary of one channel by a new one, in another length or language if given. At most once a minute for each channel, and the account has a limit for each day.',
    arguments: CHANNEL_ID,
    example: { id: 1, length: 80 },
  },
  {
    name: 'get_ai_insights',
    operationId: 'getInsights',
    effect: READS,
    title: 'Get strengths and improvements of a channel',
    description:
      'What customers praise and what they criticise about one channel, each with the ids of the reviews that say it, and the counts of positive, neutral and negative reviews.',
    arguments: CHANNEL_ID,
    example: { id: 1, language: 'en' },
  },
];
