import type { Tool } from './tool';
import { ACCOUNT_TOOLS } from './tools/account-tools';
import { CHANNEL_TOOLS } from './tools/channel-tools';
import { INSIGHT_TOOLS } from './tools/insight-tools';
import { INVITATION_TOOLS } from './tools/invitation-tools';
import { REVIEW_TOOLS } from './tools/review-tools';

/** Every tool, in the order clients are shown them. Nothing here deletes. */
export const TOOLS: readonly Tool[] = [
  ...REVIEW_TOOLS,
  ...CHANNEL_TOOLS,
  ...INSIGHT_TOOLS,
  ...INVITATION_TOOLS,
  ...ACCOUNT_TOOLS,
];

const byName = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function findTool(name: string): Tool | null {
  return byName.get(name) ?? null;
}
