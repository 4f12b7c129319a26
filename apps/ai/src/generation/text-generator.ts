import type {
  GeneratedInsights,
  GeneratedReply,
  GeneratedSummary,
  GeneratedTags,
  InsightsTask,
  ReplyTask,
  SummaryTask,
  TagsTask,
} from './generated';

/** What both providers can do. The embedded one never fails; a model throws an LlmFailure. */
export interface TextGenerator {
  summary(task: SummaryTask): Promise<GeneratedSummary>;
  insights(task: InsightsTask): Promise<GeneratedInsights>;
  reply(task: ReplyTask): Promise<GeneratedReply>;
  tags(task: TagsTask): Promise<GeneratedTags>;
}
