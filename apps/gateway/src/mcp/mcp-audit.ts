import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ApiError } from '@plaudit/contracts';
import { McpCallsRepository, type NewMcpCall } from './mcp-calls.repository';
import { type ApiAnswer, codeOf } from './tool-result';

const HOUR_MS = 3_600_000;

/** The record of every call of a tool. */
@Injectable()
export class McpAudit {
  private readonly logger = new Logger(McpAudit.name);

  constructor(private readonly repository: McpCallsRepository) {}

  /**
   * Runs `call` between the two halves of its row, so that nothing is ever done without a trace: what cannot be
   * recorded is not called (503 `upstream_unavailable`).
   */
  async record(call: NewMcpCall, run: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
    const id = await this.begin(call);
    const answer = await run();
    try {
      await this.repository.complete(id, answer.status, codeOf(answer));
    } catch (error) {
      // The call was made and its row says so, if not how it ended: no reason to keep the answer from the client.
      this.logger.warn(error);
    }
    return answer;
  }

  @Interval(HOUR_MS)
  async purge(): Promise<void> {
    try {
      await this.repository.purge();
    } catch (error) {
      this.logger.warn('old MCP calls stay for another hour', error);
    }
  }

  private async begin(call: NewMcpCall): Promise<number> {
    try {
      return await this.repository.begin(call);
    } catch (error) {
      this.logger.warn(error);
      throw new ApiError(
        'upstream_unavailable',
        'The call could not be recorded, so it was not made; try again shortly.',
      );
    }
  }
}
